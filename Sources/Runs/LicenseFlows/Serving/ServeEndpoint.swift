import EntitlementMessages
import ProtectionTerms
import Rehearsal

/// A server of `serve` at a path, with its methods, media types and possible faults.
enum ServeEndpoint: CaseIterable {
    /// The start page.
    case index
    /// FairPlay's certificate, and the license server of an app that knows its address.
    case certificate, license
    /// The customer's own server: a token URL, an entitlement, a content token.
    case token, entitlement, contentToken
    /// The token service, and the license server at token URLs.
    case tokenService, tokenLicense
    /// NAGRA's license service: certificate and licenses.
    case serviceCertificate, serviceLicense
    /// The session manager.
    case session
    /// An identity key.
    case key

    /// The path after the token of the run, or nil for servers with several paths.
    private var path: String? {
        switch self {
        case .index: "/"
        case .certificate: "/" + StandInServices.certificate
        case .license: "/" + StandInServices.license
        case .token: "/" + StandInServices.token
        case .entitlement: "/" + StandInServices.entitlement
        case .contentToken: "/" + StandInServices.contentToken
        case .tokenService: TokenRequest.path
        case .tokenLicense: TokenService.licensePath
        case .serviceCertificate: SecureSessionServers.certificatePath
        case .serviceLicense: SecureSessionServers.licensePath
        case .session, .key: nil
        }
    }

    /// Indicates whether the server runs for a flow.
    private func serves(_ flow: LicenseFlow) -> Bool {
        switch self {
        case .index: true
        case .certificate: flow.isOfFairPlay && !flow.isOfNAGRA
        case .license: flow.looksUpByAssetIDAlone
        case .token: flow == .token
        case .entitlement: flow == .entitlement
        case .tokenService, .tokenLicense: flow.isOfTokens
        case .contentToken, .serviceCertificate, .serviceLicense: flow.isOfNAGRA
        case .session: flow == .nagraSSM
        case .key: flow == .keyDelivery
        }
    }

    /// Returns the running server at a path.
    ///
    /// - Parameters:
    ///   - path: the path after the token of the run, percent-encoded, with the leading slash.
    ///   - request: the options of `serve`, which determine the running servers.
    /// - Returns: the server, or nil if there is none.
    static func endpoint(of path: String, _ request: ServeRequest) -> Self? {
        let sessions = request.sessionVersion == 1 ? ["setup", "heartbeat", "teardown"] : []
        let endpoint: Self? =
            if path.utf8.starts(with: ServedKeys.path.utf8) {
                .key
            } else if sessions.contains(where: { SecureSessionServers.sessionPath + $0 == path }) {
                .session
            } else {
                allCases.first { $0.path == path }
            }
        guard let endpoint, !endpoint.flows(of: request).isEmpty else { return nil }
        return endpoint
    }

    /// Returns the flows that the server runs for.
    func flows(of request: ServeRequest) -> [LicenseFlow] { request.flows.filter { serves($0) } }

    /// The name in the log.
    var name: String {
        switch self {
        case .index: "index"
        case .certificate, .serviceCertificate: "certificate"
        case .license, .tokenLicense, .serviceLicense: "license"
        case .token: "token"
        case .entitlement: "entitlement"
        case .contentToken: "content-token"
        case .tokenService: "token-service"
        case .session: "session"
        case .key: "key"
        }
    }

    /// The accepted methods.
    var methods: [String] {
        switch self {
        case .index, .certificate, .token, .contentToken, .serviceCertificate, .key: ["GET", "HEAD"]
        // A GET request creates a token each time, so HEAD has no meaning.
        case .tokenService: ["GET", "POST"]
        case .license, .entitlement, .tokenLicense, .serviceLicense, .session: ["POST"]
        }
    }

    /// The accepted media types of a posted body.
    var mediaTypes: [String] {
        switch self {
        case .license, .tokenLicense: LicenseEndpoint.mediaTypes
        case .entitlement, .session: [LicenseRequestForm.json.contentType]
        case .tokenService: [LicenseRequestForm.form.contentType]
        case .serviceLicense: [LicenseRequestForm.octets.contentType]
        case .index, .certificate, .token, .contentToken, .serviceCertificate, .key: []
        }
    }

    /// Indicates whether a media type is accepted; its parameters are ignored.
    func accepts(_ contentType: String?) -> Bool {
        LicenseRequestForm(contentType: contentType).map { mediaTypes.contains($0.contentType) } ?? false
    }

    /// The steps whose faults the server can inject.
    var steps: [FlowStep] {
        switch self {
        case .index, .contentToken: []
        case .certificate, .serviceCertificate: [.certificate]
        case .license, .tokenLicense: [.request, .opening, .lookup]
        case .token, .tokenService: [.token]
        case .entitlement, .session: [.entitlement]
        case .serviceLicense: [.entitlement, .request, .opening, .lookup]
        case .key: [.request, .lookup]
        }
    }

    /// Indicates whether the server refuses with NAGRA's `errorCode`.
    var isOfNAGRA: Bool { self == .serviceCertificate || self == .serviceLicense || self == .session }
}
