import EntitlementMessages
import LoopbackServers
import Rehearsal

/// NAGRA's license server and session manager over HTTP.
struct SecureSessionServers: Sendable {
    let service: SecureSessionService
    let module: KeySecurityModule
    /// The certificate, in DER.
    let certificate: [UInt8]

    /// The path of the tenant's license service.
    static let licenseService = "/rehearsal/fpls/contentlicenseservice/v1"
    static let certificatePath = licenseService + "/certificates"
    static let licensePath = licenseService + "/licenses"
    static let sessionPath = "/v1/sessions/"

    /// Answers a request at a path within the server, or returns nil for an unknown path.
    func answer(_ request: LoopbackRequest, at path: String) -> LoopbackResponse? {
        if path == Self.certificatePath {
            guard request.method == "GET" || request.method == "HEAD" else {
                return Self.notAllowed("GET, HEAD")
            }
            return LoopbackResponse(
                status: 200,
                headers: ["Content-Type": "application/octet-stream"],
                body: certificate
            )
        }
        let isOfSessions = path.utf8.starts(with: Self.sessionPath.utf8)
        guard isOfSessions || path == Self.licensePath else { return nil }
        guard request.method == "POST" else { return Self.notAllowed("POST") }
        let authorization = request.headers["nv-authorizations"] ?? ""
        do throws(LicenseServiceError) {
            let body: [UInt8]
            if isOfSessions {
                guard service.sessionMode == .setUpByApp else { return nil }
                switch path.dropFirst(Self.sessionPath.count) {
                case "setup": body = try service.setUp(authorization).body
                case "heartbeat": body = try service.heartbeat(authorization).body
                case "teardown":
                    try service.tearDown(authorization)
                    body = Array("{}".utf8)
                default: return nil
                }
            } else {
                body = try service.license(
                    authorization,
                    spc: request.body,
                    isRenewal: (request.query ?? "").split(separator: "&").contains("renew=true"),
                    module
                )
                .body
            }
            return LoopbackResponse(status: 200, headers: ["Content-Type": "application/json"], body: body)
        } catch {
            return LoopbackResponse(
                status: (error.code ?? .format).status,
                headers: ["Content-Type": "application/json"],
                body: error.body
            )
        }
    }

    private static func notAllowed(_ method: String) -> LoopbackResponse {
        LoopbackResponse(status: 405, headers: ["Allow": method])
    }
}
