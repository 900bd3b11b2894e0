import Ciphers
import EntitlementMessages
import KeyRecordFormats
import KeyStore
import LoopbackServers
import ProtectionTerms
import Rehearsal
import TextFormats

/// The customer's own servers: token URLs, entitlements and content tokens.
extension StandInServices {
    func tokenServers(_ exchange: ServeExchange) -> TokenServers {
        var servers = TokenServers(
            module: module(exchange.trace),
            licenseBase: exchange.base,
            authenticator: authenticator
        )
        servers.tokens = tokens
        if request.flows.contains(.tokenURL) {
            servers.keyOfWrittenToken = { [keys = request.keys] token in
                Self.key(ofWrittenToken: token, in: keys)
            }
        }
        return servers
    }

    /// Returns the key whose URI has a token in its query.
    ///
    /// Such a token grants licenses repeatedly, because players reread the key line.
    private static func key(ofWrittenToken token: String, in keys: ExportedKeys) -> LicensedKey? {
        guard !token.isEmpty else { return nil }
        let parameter = Array("\(TokenService.parameter)=\(token)".utf8)
        let found = keys.keys.first { key in
            key.state != .revoked && key.signals.contains { has(parameter, inQueryOf: $0.keyURI) }
        }
        guard let found, let key = found.key, key.length == .bits128, let iv = found.iv else { return nil }
        return LicensedKey(key: key, iv: iv, terms: found.terms)
    }

    private static func has(_ parameter: [UInt8], inQueryOf uri: String) -> Bool {
        let bytes = Array(uri.utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return false }
        return bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")).contains {
            $0.elementsEqual(parameter)
        }
    }

    func customer(_ exchange: ServeExchange) -> CustomerServer {
        var server = CustomerServer(
            lookup: lookup,
            service: CustomerServer.Service(
                url: exchange.base + TokenRequest.path,
                authenticator: authenticator,
                sendsKeys: true,
                transport: InProcessTokenTransport(
                    servers: tokenServers(exchange),
                    faults: faults,
                    flows: request.flows,
                    trace: exchange.trace
                )
            )
        )
        if let lifetime = request.lifetime { server.lifetime = lifetime }
        return server
    }

    func token(_ exchange: ServeExchange) -> LoopbackResponse {
        guard let assetID = Self.value("asset_id", in: exchange.request) else {
            return ServeAccessControl.textResponse(400, "The query has no asset_id=ID, percent-encoded.")
        }
        do throws(CustomerServer.Failure) {
            let token = try customer(exchange).token(for: assetID)
            return LoopbackResponse(
                status: 200,
                headers: ["Content-Type": "text/uri-list"],
                body: Array((token.url + "\r\n").utf8)
            )
        } catch {
            return error.response
        }
    }

    /// Creates the answer of an entitlement server that denies a title.
    ///
    /// A malformed request gets the normal answer instead.
    func denial(_ exchange: ServeExchange) -> LoopbackResponse {
        guard let request = try? EntitlementRequest(reading: exchange.request.body) else {
            return customer(exchange).entitlement(exchange.request)
        }
        let answer = EntitlementAnswer(to: request, tokenURL: nil, errorText: InjectedFault.message)
        return LoopbackResponse(
            status: 200,
            headers: ["Content-Type": "application/json"],
            body: answer.body
        )
    }

    func contentToken(_ httpRequest: LoopbackRequest) -> LoopbackResponse {
        let title = Self.value("content_id", in: httpRequest).flatMap {
            String(validating: $0, as: UTF8.self)
        }
        guard let title, !title.isEmpty else {
            return ServeAccessControl.textResponse(400, "The query has no content_id=ID, percent-encoded.")
        }
        guard request.keys.titles.isEmpty || request.keys.titles.contains(title) else {
            return ServeAccessControl.textResponse(404, "No key of this title is served.")
        }
        let token = sessionService.contentToken(for: title, lifetime: Double(request.lifetime ?? 300))
        return LoopbackResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Array(token.utf8))
    }

    /// Returns a query value, percent-decoded, or nil if it is missing.
    private static func value(_ name: String, in httpRequest: LoopbackRequest) -> [UInt8]? {
        let prefix = name + "="
        let pair = (httpRequest.query ?? "").utf8.split(separator: UInt8(ascii: "&")).first {
            $0.starts(with: prefix.utf8)
        }
        return pair.flatMap { PercentEncoding.decodeBytes($0.dropFirst(prefix.utf8.count)) }
    }
}

/// A transport from the customer's server to the token service in the same process, without HTTP.
struct InProcessTokenTransport: LicenseTransport {
    let servers: TokenServers
    let faults: FaultPlan
    /// The flows for which faults are injected.
    let flows: [LicenseFlow]
    /// Records injected faults.
    let trace: RequestTrace

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        if let fault = faults.nextFault(at: [.token], of: flows) {
            trace.record(fault)
            return LicenseResponse(fault.answer(isOfNAGRA: false))
        }
        return LicenseResponse(servers.token(for: request.body ?? []))
    }
}
