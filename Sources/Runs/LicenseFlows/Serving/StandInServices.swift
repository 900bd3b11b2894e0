import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseMessages
import LoopbackServers
import ProtectionTerms
import Rehearsal
import WipedMemory

/// The stand-in servers of some flows, without access control; the path selects the server.
final class StandInServices: Sendable {
    /// The paths of the served folder, of licenses and of the certificate.
    static let (media, license, certificate) = ("media/", "license", "certificate")
    /// The paths of the customer's server: token URLs, entitlements, content tokens.
    static let (token, entitlement, contentToken) = ("token", "entitlement", "content-token")

    /// The authenticator that the token service requires.
    let authenticator = SharedSecret.random()
    let request: ServeRequest
    let credentials: LicenseCredentials
    let lookup: KSMLookup
    let tokens = TokenService()
    let sessions: SecureSessionService
    let faults: FaultPlan
    private let origin: ServedOrigin
    private let module: KeySecurityModule
    private let review: LicenseKeyInterceptor
    private let given: DeliveredKeyLog

    /// Creates the servers, with a temporary certificate and ASk.
    ///
    /// - Throws: `CertificateError`.
    init(
        _ request: ServeRequest,
        tree: ServedFolder,
        onKey: @escaping @Sendable (ExportedKey) throws -> Void
    ) throws {
        self.request = request
        origin = ServedOrigin(
            tree: tree,
            keys: request.flows.contains(.keyDelivery) ? ServedKeys(request.keys) : nil
        )
        credentials = try .temporary()
        faults = FaultPlan(request.faults)
        given = DeliveredKeyLog(request.keys, onKey: onKey)
        review = LicenseKeyInterceptor(faults: faults, given: given, life: request.life, flows: request.flows)
        lookup = KSMLookup(
            request.keys,
            request.flows.contains(.hardCoded) && !request.flows.contains(.ksm) ? .soleKey : .assetID
        )
        guard let module = KeySecurityModule(lookup, credentials, StandInDeviceKeyFunction()) else {
            throw CertificateError.wrongKey
        }
        self.module = module
        sessions = SecureSessionService(
            request.keys,
            !request.flows.contains(.nagraSSM) ? .none : request.sessionVersion == 1 ? .ofApp : .ofLicense,
            heartbeat: request.heartbeat
        )
    }

    /// Returns the key security module with the checks for one request.
    func module(_ trace: RequestTrace) -> KeySecurityModule {
        var module = module
        module.review = { [review] (assetID, key) throws(KSMRefusal) in
            try review.review(assetID, key, trace)
        }
        return module
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - asked: the HTTP request.
    ///   - path: the path after the token, percent-encoded, without the leading slash.
    ///   - base: the base URL of the run, with the token.
    /// - Returns: the answer with its log data.
    func answer(_ asked: LoopbackRequest, at path: String, base: String) -> ServedAnswer {
        if path.utf8.starts(with: Self.media.utf8) {
            let file = String(path.dropFirst(Self.media.count))
            return ServedAnswer(
                endpoint: "media",
                file: file,
                response: origin.answer(asked, at: file, base: base)
            )
        }
        let turn = ServeExchange(asked: asked, path: "/" + path, base: base)
        let endpoint = ServeEndpoint.endpoint(of: turn.path, request)
        var response = endpoint.map { answer(turn, by: $0) } ?? Self.nothing
        // Failed logging replaces any other refusal: the app made no mistake, and a retry may succeed.
        if turn.trace.hasLoggingFailure { response = Self.notNoted }
        response.delay = request.delay
        return ServedAnswer(endpoint: endpoint?.name, fault: turn.trace.fault, response: response)
    }

    /// Checks method and media type and injects faults, before the server handles the request.
    private func answer(_ turn: ServeExchange, by endpoint: ServeEndpoint) -> LoopbackResponse {
        let asked = turn.asked
        guard endpoint.methods.contains(asked.method) else {
            return LoopbackResponse(
                status: 405,
                headers: ["Allow": endpoint.methods.joined(separator: ", ")]
            )
        }
        // Session requests have no content, so their body may be missing.
        let isBare = endpoint == .session && asked.body.isEmpty
        guard asked.method != "POST" || isBare || endpoint.takes(asked.headers["Content-Type"]) else {
            return Self.unsupported(endpoint)
        }
        guard let fault = faults.nextFault(at: endpoint.steps, of: endpoint.flows(of: request)) else {
            return respond(turn, by: endpoint)
        }
        turn.trace.record(fault)
        if endpoint == .entitlement, fault.effect == .denied { return denial(turn) }
        return fault.answer(isOfNAGRA: endpoint.isOfNAGRA)
    }

    private func respond(_ turn: ServeExchange, by endpoint: ServeEndpoint) -> LoopbackResponse {
        switch endpoint {
        case .index: return index()
        case .certificate: return certificate
        case .license: return LicenseEndpoint.answer(turn.asked, license: module(turn.trace).license)
        case .token: return token(turn)
        case .entitlement: return customer(turn).entitlement(turn.asked)
        case .contentToken: return contentToken(turn.asked)
        case .tokenService, .tokenLicense:
            return tokenServers(turn).answer(turn.asked, at: turn.path) ?? Self.nothing
        case .serviceCertificate, .serviceLicense, .session:
            let servers = SecureSessionServers(
                service: sessions,
                module: module(turn.trace),
                certificate: credentials.certificateDER
            )
            return servers.answer(turn.asked, at: turn.path) ?? Self.nothing
        case .key: return key(turn)
        }
    }

    // MARK: Servers

    private var certificate: LoopbackResponse {
        LoopbackResponse(
            status: 200,
            headers: ["Content-Type": "application/octet-stream"],
            body: credentials.certificateDER
        )
    }

    private func key(_ turn: ServeExchange) -> LoopbackResponse {
        let number = turn.path.dropFirst(ServedKeys.path.count)
        guard let found = origin.keys?.key(number), let key = found.key else {
            return ServeAccessControl.text(404, "There is no key with this number.")
        }
        do throws(DeliveredKeyLog.NotNoted) {
            // An answer to HEAD has only the length of the key, so nothing is logged.
            if turn.asked.method != "HEAD" { try given.log(found) }
        } catch {
            turn.trace.recordLoggingFailure()
        }
        return LoopbackResponse(
            status: 200,
            headers: ["Content-Type": "application/octet-stream", "Cache-Control": "no-store"],
            body: key.withSpan { SecretBytes(copying: $0) }
        )
    }

    private func index() -> LoopbackResponse {
        let page = ServePage(endpoints: endpoints, flows: request.flows)
        return LoopbackResponse(
            status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
            ],
            body: page.text
        )
    }

    // MARK: Refusals

    private static var nothing: LoopbackResponse {
        ServeAccessControl.text(404, "There is nothing at this path. The start page lists all paths.")
    }

    private static var notNoted: LoopbackResponse {
        ServeAccessControl.text(
            503,
            "The key cannot be recorded in the log of the key store, and is not given. The log of serve says why; correct that, and repeat the request."
        )
    }

    /// Creates the refusal of a media type (RFC 9110 section 15.5.16), in the server's own error format.
    private static func unsupported(_ endpoint: ServeEndpoint) -> LoopbackResponse {
        if endpoint == .license || endpoint == .tokenLicense { return LicenseEndpoint.unsupported }
        let types = endpoint.mediaTypes.joined(separator: ", ")
        let words = "the request has no supported Content-Type (expected \(types))"
        let json = endpoint.isOfNAGRA ? LicenseServiceError(.format, words).body : nil
        return LoopbackResponse(
            status: 415,
            headers: [
                "Content-Type": json == nil ? "text/plain; charset=utf-8" : "application/json",
                "Accept": types,
            ],
            body: json ?? Array((words + "\n").utf8)
        )
    }
}

/// A request to `serve` while it is answered.
struct ServeExchange: Sendable {
    let asked: LoopbackRequest
    /// The path after the token of the run, percent-encoded, with the leading slash.
    let path: String
    /// The base URL of the run, with the token.
    let base: String
    /// The events while the request is answered.
    let trace = RequestTrace()
}
