import EntitlementMessages
import ProtectionTerms

/// The choice between stand-ins and external servers in a token flow.
struct TokenServerChoice {
    /// Indicates whether the token service is external.
    let isTokenServiceExternal: Bool
    /// Indicates whether external servers gave the license addresses.
    let isLicenseServerExternal: Bool
    /// The reason why the flow ends before licenses, or nil if it does not.
    let earlyEndReason: String?
    /// The purpose of requests to key line addresses that a stand-in answers, or nil if there are none.
    let purpose: AppRequest.Purpose?

    init(_ request: LicenseFlowRequest, _ flow: LicenseFlow) {
        let servers = request.servers
        let isEntitlementServerExternal = flow == .entitlement && servers.entitlementURL != nil
        isTokenServiceExternal = flow != .tokenURL && !isEntitlementServerExternal && servers.tokenURL != nil
        isLicenseServerExternal = isTokenServiceExternal || isEntitlementServerExternal
        purpose =
            switch flow {
            case .entitlement where !isEntitlementServerExternal: .entitlement
            case .tokenURL where request.licenseURL == nil: .license
            default: nil
            }
        if !isLicenseServerExternal {
            earlyEndReason = nil
        } else if !servers.requestsLicenses {
            earlyEndReason = FlowServers.missingDeviceKeyFunctionReason
        } else if isTokenServiceExternal, !servers.sendsKeys {
            earlyEndReason =
                "the token is for an unused key: name the token service's host (\(CommandOption.sendKeysTo)) to get its licenses"
        } else {
            earlyEndReason = nil
        }
    }

    /// Returns a test of whether a request goes to a stand-in.
    ///
    /// These are requests to a stand-in's host name that no external server replaces, and to exact key line
    /// addresses.
    func isForStandIns(_ keys: [KeyUse]) -> @Sendable (AppRequest) -> Bool {
        let addresses = Set(keys.compactMap { TokenURL.replacingScheme($0.uri) })
        let (purpose, isTokenExternal, isLicenseExternal) = (
            purpose, isTokenServiceExternal, isLicenseServerExternal
        )
        return { request in
            if request.purpose == purpose, addresses.contains(request.url) { return true }
            switch request.purpose {
            case .token:
                return !isTokenExternal && request.url.hasPrefix("https://\(FlowServers.Host.tokens)/")
            case .license:
                return !isLicenseExternal && request.url.hasPrefix("https://\(FlowServers.Host.licenses):80/")
            default: return false
            }
        }
    }
}
