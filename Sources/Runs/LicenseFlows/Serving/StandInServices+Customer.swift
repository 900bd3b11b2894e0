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
    func tokenServers(_ turn: ServeExchange) -> TokenServers {
        var servers = TokenServers(
            module: module(turn.trace),
            licenseBase: turn.base,
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

    func customer(_ turn: ServeExchange) -> CustomerServer {
        var server = CustomerServer(
            lookup: lookup,
            service: CustomerServer.Service(
                url: turn.base + TokenRequest.path,
                authenticator: authenticator,
                sendsKeys: true,
                transport: OwnTokenService(
                    servers: tokenServers(turn),
                    faults: faults,
                    flows: request.flows,
                    trace: turn.trace
                )
            )
        )
        if let life = request.life { server.life = life }
        return server
    }

    func token(_ turn: ServeExchange) -> LoopbackResponse {
        guard let assetID = Self.value("asset_id", in: turn.asked) else {
            return ServeAccessControl.text(400, "The query has no asset_id=ID, percent-encoded.")
        }
        do throws(CustomerServer.Failure) {
            let token = try customer(turn).token(for: assetID)
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
    func denial(_ turn: ServeExchange) -> LoopbackResponse {
        guard let request = try? EntitlementRequest(reading: turn.asked.body) else {
            return customer(turn).entitlement(turn.asked)
        }
        let answer = EntitlementAnswer(to: request, tokenURL: nil, errorText: InjectedFault.message)
        return LoopbackResponse(
            status: 200,
            headers: ["Content-Type": "application/json"],
            body: answer.body
        )
    }

    func contentToken(_ asked: LoopbackRequest) -> LoopbackResponse {
        let title = Self.value("content_id", in: asked).flatMap { String(validating: $0, as: UTF8.self) }
        guard let title, !title.isEmpty else {
            return ServeAccessControl.text(400, "The query has no content_id=ID, percent-encoded.")
        }
        guard request.keys.titles.isEmpty || request.keys.titles.contains(title) else {
            return ServeAccessControl.text(404, "No key of this title is served.")
        }
        let token = sessions.contentToken(for: title, life: Double(request.life ?? 300))
        return LoopbackResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Array(token.utf8))
    }

    /// Returns a query value, percent-decoded, or nil if it is missing.
    private static func value(_ name: String, in asked: LoopbackRequest) -> [UInt8]? {
        let prefix = name + "="
        let pair = (asked.query ?? "").utf8.split(separator: UInt8(ascii: "&")).first {
            $0.starts(with: prefix.utf8)
        }
        return pair.flatMap { PercentEncoding.decodeBytes($0.dropFirst(prefix.utf8.count)) }
    }
}

/// A transport from the customer's server to the token service in the same process, without HTTP.
struct OwnTokenService: LicenseTransport {
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
