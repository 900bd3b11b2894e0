import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseMessages
import LoopbackServers
import ProtectionTerms
import Rehearsal
import Synchronization
import TextFormats
import WipedMemory

/// The stand-in servers of some flows, without the gate before them: a path leads to one of them.
final class StandInServices: Sendable {
    /// An answer, and what the log says of it.
    struct Served: ~Copyable {
        let endpoint: String?
        var file: String?
        var fault: FlowStep?
        var response: LoopbackResponse

        init(
            endpoint: String?,
            file: String? = nil,
            fault: FlowStep? = nil,
            response: consuming LoopbackResponse
        ) {
            self.endpoint = endpoint
            self.file = file
            self.fault = fault
            self.response = response
        }

        /// The answer with further fields.
        consuming func response(adding fields: LoopbackFields) -> LoopbackResponse {
            var response = response
            for field in fields.all { response.headers.append(field.name, field.value) }
            return response
        }
    }

    /// The path of the tree, of licenses and of the certificate.
    static let (media, license, certificate) = ("media/", "license", "certificate")
    /// The paths of the customer's server: token URLs, entitlements, content tokens.
    static let (token, entitlement, contentToken) = ("token", "entitlement", "content-token")

    /// The authenticator that the token service wants.
    let authenticator = SharedSecret.random()
    let request: ServeRequest
    let origin: ServedOrigin
    let module: KeySecurityModule
    let credentials: LicenseCredentials
    let lookup: KSMLookup
    let tokens = TokenService()
    let sessions: SecureSessionService
    let faults: FaultPlan
    private let given: GivenKeys

    /// Makes the servers, with a certificate and an ASk that are thrown away.
    ///
    /// - Throws: `CertificateError`.
    init(
        _ request: ServeRequest,
        tree: ServedTree,
        onKey: @escaping @Sendable (ExportedKey) throws -> Void
    ) throws {
        self.request = request
        origin = ServedOrigin(tree: tree, keys: ServedKeys(request.keys))
        credentials = try .throwAway()
        let faults = FaultPlan(request.faults)
        let given = GivenKeys(request.keys, onKey: onKey)
        lookup = KSMLookup(
            request.keys,
            request.flows.contains(.hardCoded) && !request.flows.contains(.ksm) ? .soleKey : .assetID
        )
        guard var module = KeySecurityModule(lookup, credentials, StandInDeviceKeyFunction()) else {
            throw CertificateError.wrongKey
        }
        let review = LicenseReview(faults: faults, given: given, life: request.life)
        module.review = { (assetID, key) throws(KSMRefusal) in try review.review(assetID, key) }
        self.module = module
        sessions = SecureSessionService(
            request.keys,
            !request.flows.contains(.nagraSSM) ? .none : request.sessionVersion == 1 ? .ofApp : .ofLicense,
            heartbeat: request.heartbeat
        )
        self.faults = faults
        self.given = given
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - asked: the request.
    ///   - path: its path behind the token, percent-encoded, without the first slash.
    ///   - base: the address of the run.
    /// - Returns: the answer.
    func answer(_ asked: LoopbackRequest, at path: String, base: String) -> Served {
        if path.utf8.starts(with: Self.media.utf8) {
            let file = String(path.dropFirst(Self.media.count))
            return Served(
                endpoint: "media",
                file: file,
                response: origin.answer(asked, at: file, base: base)
            )
        }
        var served = service(asked, at: path, base: base)
        served.response.delay = request.delay
        return served
    }

    private func service(_ asked: LoopbackRequest, at path: String, base: String) -> Served {
        let flows = Set(request.flows)
        switch path {
        case "": return Served(endpoint: "index", response: index(base))
        case Self.certificate where flows.contains(where: \.isOfFairPlay):
            return get(asked, "certificate", .certificate) {
                LoopbackResponse(
                    status: 200,
                    headers: ["Content-Type": "application/octet-stream"],
                    body: credentials.certificateDER
                )
            }
        case Self.license where flows.contains(.ksm) || flows.contains(.hardCoded):
            return post(asked, "license", .request, .opening, .lookup) {
                LicenseEndpoint.answer(asked, license: module.license)
            }
        case Self.token where flows.contains(.token):
            return get(asked, "token", .token) { token(asked, base) }
        case Self.entitlement where flows.contains(.entitlement):
            return entitlement(asked, base)
        case Self.contentToken where flows.contains(where: \.isOfNAGRA):
            return get(asked, "content-token") { contentToken(asked) }
        default: break
        }
        if flows.contains(where: \.isOfTokens) {
            let isToken = "/" + path == TokenRequest.path
            if let fault = isToken ? faults.take(.token) : nil {
                return Served(
                    endpoint: "token-service",
                    fault: fault.step,
                    response: fault.answer(isOfNAGRA: false)
                )
            }
            if "/" + path == TokenService.licensePath, asked.method == "POST",
                let fault = faults.take(.request, .opening, .lookup)
            {
                return Served(
                    endpoint: "license",
                    fault: fault.step,
                    response: fault.answer(isOfNAGRA: false)
                )
            }
            if let response = tokenServers(base).answer(asked, at: "/" + path) {
                return Served(endpoint: isToken ? "token-service" : "license", response: response)
            }
        }
        if flows.contains(where: \.isOfNAGRA) {
            let servers = SecureSessionServers(
                service: sessions,
                module: module,
                certificate: credentials.certificateDER
            )
            if let endpoint = SecureSessionServers.endpoint(of: "/" + path) {
                if let fault = faults.take(endpoint.steps) {
                    return Served(
                        endpoint: endpoint.name,
                        fault: fault.step,
                        response: fault.answer(isOfNAGRA: true)
                    )
                }
                if let response = servers.answer(asked, at: "/" + path) {
                    return Served(endpoint: endpoint.name, response: response)
                }
            }
        }
        if flows.contains(.keyDelivery), "/" + path.prefix(ServedKeys.path.count - 1) == ServedKeys.path {
            return get(asked, "key", .lookup) {
                key(path.dropFirst(ServedKeys.path.count - 1), isHead: asked.method == "HEAD")
            }
        }
        return Served(
            endpoint: nil,
            response: ServeGuard.text(404, "There is nothing here. The start page lists what is.")
        )
    }

    // MARK: Methods and faults

    private func get(
        _ asked: LoopbackRequest,
        _ endpoint: String,
        _ steps: FlowStep...,
        body: () -> LoopbackResponse
    ) -> Served {
        guard asked.method == "GET" || asked.method == "HEAD" else {
            return Served(
                endpoint: endpoint,
                response: LoopbackResponse(status: 405, headers: ["Allow": "GET, HEAD"])
            )
        }
        return faulty(endpoint, steps, body)
    }

    private func post(
        _ asked: LoopbackRequest,
        _ endpoint: String,
        _ steps: FlowStep...,
        body: () -> LoopbackResponse
    ) -> Served {
        guard asked.method == "POST" else {
            return Served(
                endpoint: endpoint,
                response: LoopbackResponse(status: 405, headers: ["Allow": "POST"])
            )
        }
        return faulty(endpoint, steps, body)
    }

    private func faulty(_ endpoint: String, _ steps: [FlowStep], _ body: () -> LoopbackResponse) -> Served {
        if let fault = faults.take(steps) {
            return Served(endpoint: endpoint, fault: fault.step, response: fault.answer(isOfNAGRA: false))
        }
        return Served(endpoint: endpoint, response: body())
    }

    private func key(_ number: Substring, isHead: Bool) -> LoopbackResponse {
        guard let found = origin.keys.key(number), let key = found.key else {
            return ServeGuard.text(404, "There is no key of this number.")
        }
        // Of an answer to HEAD the length is sent alone.
        guard isHead || given.give(found) else { return LoopbackResponse(status: 503) }
        return LoopbackResponse(
            status: 200,
            headers: ["Content-Type": "application/octet-stream", "Cache-Control": "no-store"],
            body: key.withSpan { SecretBytes(copying: $0) }
        )
    }

    static func value(_ name: String, in asked: LoopbackRequest) -> [UInt8]? {
        let prefix = name + "="
        let pair = (asked.query ?? "").utf8.split(separator: UInt8(ascii: "&")).first {
            $0.starts(with: prefix.utf8)
        }
        return pair.flatMap { PercentEncoding.bytes($0.dropFirst(prefix.utf8.count)) }
    }

    private func index(_ base: String) -> LoopbackResponse {
        let page = ServePage(base: base, endpoints: endpoints, flows: request.flows)
        return LoopbackResponse(
            status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
            ],
            body: page.text
        )
    }
}

extension LicenseFlow {
    /// Whether licenses are at token URLs.
    var isOfTokens: Bool { self == .token || self == .entitlement || self == .tokenURL }
    /// Whether it is one of NAGRA's.
    var isOfNAGRA: Bool { self == .nagraSSP || self == .nagraSSM }
}
