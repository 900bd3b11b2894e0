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
    let sessionService: SecureSessionService
    let faults: FaultPlan
    private let origin: ServedOrigin
    private let module: KeySecurityModule
    private let keyInterceptor: LicenseKeyInterceptor
    private let keyLog: DeliveredKeyLog

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
        keyLog = DeliveredKeyLog(request.keys, onKey: onKey)
        keyInterceptor = LicenseKeyInterceptor(
            faults: faults,
            keyLog: keyLog,
            leaseSeconds: request.lifetime,
            flows: request.flows
        )
        lookup = KSMLookup(
            request.keys,
            request.flows.contains(.hardCoded) && !request.flows.contains(.ksm) ? .soleKey : .assetID
        )
        guard let module = KeySecurityModule(lookup, credentials, StandInDeviceKeyFunction()) else {
            throw CertificateError.wrongKey
        }
        self.module = module
        sessionService = SecureSessionService(
            request.keys,
            !request.flows.contains(.nagraSSM)
                ? .none : request.sessionVersion == 1 ? .setUpByApp : .createdByLicense,
            heartbeatInterval: request.heartbeatInterval
        )
    }

    /// Returns the key security module with the checks for one request.
    func module(_ trace: RequestTrace) -> KeySecurityModule {
        var module = module
        module.review = { [keyInterceptor] (assetID, key) throws(KSMRefusal) in
            try keyInterceptor.review(assetID, key, trace)
        }
        return module
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - httpRequest: the HTTP request.
    ///   - path: the path after the token, percent-encoded, without the leading slash.
    ///   - base: the base URL of the run, with the token.
    /// - Returns: the answer with its log data.
    func answer(_ httpRequest: LoopbackRequest, at path: String, base: String) -> ServedAnswer {
        if path.utf8.starts(with: Self.media.utf8) {
            let file = String(path.dropFirst(Self.media.count))
            return ServedAnswer(
                endpoint: "media",
                file: file,
                response: origin.answer(httpRequest, at: file, base: base)
            )
        }
        let exchange = ServeExchange(request: httpRequest, path: "/" + path, base: base)
        let endpoint = ServeEndpoint.endpoint(of: exchange.path, request)
        var response = endpoint.map { answer(exchange, by: $0) } ?? Self.notFound
        // Failed logging replaces any other refusal: the app made no mistake, and a retry may succeed.
        if exchange.trace.hasLoggingFailure { response = Self.loggingFailed }
        response.delay = request.delay
        return ServedAnswer(endpoint: endpoint?.name, fault: exchange.trace.faultStep, response: response)
    }

    /// Checks method and media type and injects faults, before the server handles the request.
    private func answer(_ exchange: ServeExchange, by endpoint: ServeEndpoint) -> LoopbackResponse {
        let httpRequest = exchange.request
        guard endpoint.methods.contains(httpRequest.method) else {
            return LoopbackResponse(
                status: 405,
                headers: ["Allow": endpoint.methods.joined(separator: ", ")]
            )
        }
        // Session requests have no content, so their body may be missing.
        let isEmptySessionRequest = endpoint == .session && httpRequest.body.isEmpty
        guard
            httpRequest.method != "POST" || isEmptySessionRequest
                || endpoint.accepts(httpRequest.headers["Content-Type"])
        else {
            return Self.unsupportedMediaType(endpoint)
        }
        guard let fault = faults.nextFault(at: endpoint.steps, of: endpoint.flows(of: request)) else {
            return respond(exchange, by: endpoint)
        }
        exchange.trace.record(fault)
        if endpoint == .entitlement, fault.effect == .denied { return denial(exchange) }
        return fault.answer(isOfNAGRA: endpoint.isOfNAGRA)
    }

    private func respond(_ exchange: ServeExchange, by endpoint: ServeEndpoint) -> LoopbackResponse {
        switch endpoint {
        case .index: return index()
        case .certificate: return certificate
        case .license:
            return LicenseEndpoint.answer(exchange.request, license: module(exchange.trace).license)
        case .token: return token(exchange)
        case .entitlement: return customer(exchange).entitlement(exchange.request)
        case .contentToken: return contentToken(exchange.request)
        case .tokenService, .tokenLicense:
            return tokenServers(exchange).answer(exchange.request, at: exchange.path) ?? Self.notFound
        case .serviceCertificate, .serviceLicense, .session:
            let servers = SecureSessionServers(
                service: sessionService,
                module: module(exchange.trace),
                certificate: credentials.certificateDER
            )
            return servers.answer(exchange.request, at: exchange.path) ?? Self.notFound
        case .key: return key(exchange)
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

    private func key(_ exchange: ServeExchange) -> LoopbackResponse {
        let number = exchange.path.dropFirst(ServedKeys.path.count)
        guard let found = origin.keys?.key(number), let key = found.key else {
            return ServeAccessControl.textResponse(404, "There is no key with this number.")
        }
        do throws(DeliveredKeyLog.LoggingFailure) {
            // An answer to HEAD has only the length of the key, so nothing is logged.
            if exchange.request.method != "HEAD" { try keyLog.log(found) }
        } catch {
            exchange.trace.recordLoggingFailure()
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
            body: page.html
        )
    }

    // MARK: Refusals

    private static var notFound: LoopbackResponse {
        ServeAccessControl.textResponse(404, "There is nothing at this path. The start page lists all paths.")
    }

    private static var loggingFailed: LoopbackResponse {
        ServeAccessControl.textResponse(
            503,
            "The key cannot be recorded in the log of the key store, and is not given. The log of serve says why; correct that, and repeat the request."
        )
    }

    /// Creates the refusal of a media type (RFC 9110 section 15.5.16), in the server's own error format.
    private static func unsupportedMediaType(_ endpoint: ServeEndpoint) -> LoopbackResponse {
        if endpoint == .license || endpoint == .tokenLicense { return LicenseEndpoint.unsupportedMediaType }
        let types = endpoint.mediaTypes.joined(separator: ", ")
        let message = "the request has no supported Content-Type (expected \(types))"
        let json = endpoint.isOfNAGRA ? LicenseServiceError(.format, message).body : nil
        return LoopbackResponse(
            status: 415,
            headers: [
                "Content-Type": json == nil ? "text/plain; charset=utf-8" : "application/json",
                "Accept": types,
            ],
            body: json ?? Array((message + "\n").utf8)
        )
    }
}

/// A request to `serve` while it is answered.
struct ServeExchange: Sendable {
    let request: LoopbackRequest
    /// The path after the token of the run, percent-encoded, with the leading slash.
    let path: String
    /// The base URL of the run, with the token.
    let base: String
    /// The events while the request is answered.
    let trace = RequestTrace()
}
