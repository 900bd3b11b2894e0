import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import LicenseMessages
import LoopbackServers
import Rehearsal
import WipedMemory

/// The stand-in token service and license server of a token flow, each with its own path.
struct TokenServers: Sendable {
    var tokens = TokenService()
    let module: KeySecurityModule
    /// The URL prefix of token URLs.
    let licenseBase: String
    /// The authenticator that the token service requires.
    let authenticator: SharedSecret
    /// Returns the key for a token in a key URI, or nil if there is none.
    var keyOfWrittenToken: @Sendable (_ token: String) -> LicensedKey? = { _ in nil }

    /// Answers a request for a token or a license at a path within the server, or returns nil for any other
    /// path.
    func answer(_ request: LoopbackRequest, at path: String) -> LoopbackResponse? {
        switch path {
        case TokenRequest.path: token(request)
        case TokenService.licensePath: license(request)
        default: nil
        }
    }

    private func token(_ request: LoopbackRequest) -> LoopbackResponse {
        switch request.method {
        case "GET": token(for: Array((request.query ?? "").utf8))
        case "POST": token(for: request.body)
        default: LoopbackResponse(status: 405, headers: ["Allow": "GET, POST"])
        }
    }

    /// Answers a token request with the given form parameters.
    func token(for form: [UInt8]) -> LoopbackResponse {
        do throws(TokenRefusal) {
            let tokenRequest = try TokenRequest(reading: form, at: .now) { receivedAuthenticator in
                authenticator.bytes.isEqual(to: SecretBytes(copying: Array(receivedAuthenticator.utf8)))
            }
            let url =
                "\(licenseBase)\(TokenService.licensePath)?\(TokenService.parameter)=\(tokens.token(for: tokenRequest))"
            return LoopbackResponse(
                status: 200,
                headers: ["Content-Type": "text/uri-list"],
                body: Array((url + "\r\n").utf8)
            )
        } catch {
            return LoopbackResponse(
                status: error.code.status,
                headers: ["Content-Type": "application/json"],
                body: LicenseServerError(error).body
            )
        }
    }

    private func license(_ request: LoopbackRequest) -> LoopbackResponse {
        guard request.method == "POST" else {
            return LoopbackResponse(status: 405, headers: ["Allow": "POST"])
        }
        let prefix = TokenService.parameter + "="
        let token = (request.query ?? "").split(separator: "&").first { $0.hasPrefix(prefix) }?
            .dropFirst(prefix.count)
        var refusal: TokenRefusal?
        var isRedeemed = false
        let answer = LicenseEndpoint.answer(request) { (spc) throws(KSMRefusal) in
            try module.license(for: spc) { (_) throws(KSMRefusal) in
                if let key = keyOfWrittenToken(String(token ?? "")) { return key }
                do throws(TokenRefusal) {
                    let key = try tokens.redeem(String(token ?? ""))
                    isRedeemed = true
                    return key
                } catch {
                    refusal = error
                    throw KSMRefusal(.lookup, .noContentKey, error.message, remedy: error.code.remedy)
                }
            }
        }
        // A token is used up only if a license was returned.
        if isRedeemed, answer.status != 200 { tokens.giveBack(String(token ?? "")) }
        if let refusal {
            return LoopbackResponse(
                status: 401,
                headers: ["Content-Type": "application/json"],
                body: LicenseServerError(refusal, remedy: refusal.code.remedy).body
            )
        }
        return answer
    }
}
