import EntitlementMessages
import ProtectionTerms

/// Which servers of a token flow are ours.
struct TokenParts {
    /// Whether a token service of others is asked.
    let isTokenOfOthers: Bool
    /// Whether licenses are at addresses that servers of others gave.
    let isLicenseOfOthers: Bool
    /// Why the walk ends before licenses; nil where it does not.
    let endsEarly: String?
    /// What is asked of the addresses in key lines, where these are ours; nil where they are not asked.
    let purpose: AppRequest.Purpose?

    init(_ request: LicenseFlowRequest, _ flow: LicenseFlow) {
        let servers = request.servers
        let isEntitlementOfOthers = flow == .entitlement && servers.entitlementURL != nil
        isTokenOfOthers = flow != .tokenURL && !isEntitlementOfOthers && servers.tokenURL != nil
        isLicenseOfOthers = isTokenOfOthers || isEntitlementOfOthers
        purpose =
            switch flow {
            case .entitlement where !isEntitlementOfOthers: .entitlement
            case .tokenURL where request.licenseURL == nil: .license
            default: nil
            }
        if !isLicenseOfOthers {
            endsEarly = nil
        } else if !servers.giveLicenses {
            endsEarly = FlowServers.wantsDeviceKeyFunction
        } else if isTokenOfOthers, !servers.sendsKeys {
            endsEarly =
                "the token is of a key that nobody uses: name the token service's host (--send-keys-to) for its licenses"
        } else {
            endsEarly = nil
        }
    }

    /// Says of a request whether it goes to a stand-in: to a name of ours that no server of others stands for, or to the very address of
    /// a key line.
    func isOurs(_ keys: [KeyUse]) -> @Sendable (AppRequest) -> Bool {
        let addresses = Set(keys.compactMap { TokenURL.swapped($0.uri) })
        let (purpose, isTokenOfOthers, isLicenseOfOthers) = (purpose, isTokenOfOthers, isLicenseOfOthers)
        return { request in
            if request.purpose == purpose, addresses.contains(request.url) { return true }
            switch request.purpose {
            case .token:
                return !isTokenOfOthers && request.url.hasPrefix("https://\(FlowServers.Host.tokens)/")
            case .license:
                return !isLicenseOfOthers && request.url.hasPrefix("https://\(FlowServers.Host.licenses):80/")
            default: return false
            }
        }
    }
}
