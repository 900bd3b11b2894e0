import Ciphers
import EntitlementMessages
import KeyRecordFormats
import KeyStore
import LoopbackServers
import ProtectionTerms
import Rehearsal
import TextFormats

/// The customer's own servers: token URLs, entitlements, content tokens.
extension StandInServices {
    func tokenServers(_ base: String) -> TokenServers {
        var servers = TokenServers(module: module, licenseBase: base, authenticator: authenticator)
        servers.tokens = tokens
        if request.flows.contains(.tokenURL) {
            servers.keyOfWrittenToken = { [keys = request.keys] token in
                Self.key(ofWrittenToken: token, in: keys)
            }
        }
        return servers
    }

    /// The key whose URI has a token in its query; it opens licenses again and again, as a key line is read again.
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

    private func customer(_ base: String) -> CustomerServer {
        var server = CustomerServer(
            lookup: lookup,
            service: CustomerServer.Service(
                url: base + TokenRequest.path,
                authenticator: authenticator,
                sendsKeys: true,
                transport: OwnTokenService(servers: tokenServers(base), faults: faults)
            )
        )
        if let life = request.life { server.life = life }
        return server
    }

    func token(_ asked: LoopbackRequest, _ base: String) -> LoopbackResponse {
        guard let assetID = Self.value("asset_id", in: asked) else {
            return ServeGuard.text(400, "The query has no asset_id=ID, percent-encoded.")
        }
        do throws(CustomerServer.Failure) {
            let token = try customer(base).token(for: assetID)
            return LoopbackResponse(
                status: 200,
                headers: ["Content-Type": "text/uri-list"],
                body: Array((token.url + "\r\n").utf8)
            )
        } catch {
            return error.response
        }
    }

    func entitlement(_ asked: LoopbackRequest, _ base: String) -> Served {
        guard let fault = faults.take(.entitlement) else {
            return Served(endpoint: "entitlement", response: customer(base).entitlement(asked))
        }
        guard fault.effect == .denied, let request = try? EntitlementRequest(reading: asked.body) else {
            return Served(
                endpoint: "entitlement",
                fault: fault.step,
                response: fault.answer(isOfNAGRA: false)
            )
        }
        let answer = EntitlementAnswer(to: request, tokenURL: nil, errorText: "a fault of serve --fail")
        let response = LoopbackResponse(
            status: 200,
            headers: ["Content-Type": "application/json"],
            body: answer.body
        )
        return Served(endpoint: "entitlement", fault: fault.step, response: response)
    }

    func contentToken(_ asked: LoopbackRequest) -> LoopbackResponse {
        let title = Self.value("content_id", in: asked).flatMap { String(validating: $0, as: UTF8.self) }
        guard let title, !title.isEmpty else {
            return ServeGuard.text(400, "The query has no content_id=ID, percent-encoded.")
        }
        guard request.keys.titles.isEmpty || request.keys.titles.contains(title) else {
            return ServeGuard.text(404, "No key of this title is served.")
        }
        let token = sessions.contentToken(for: title, life: Double(request.life ?? 300))
        return LoopbackResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Array(token.utf8))
    }
}
