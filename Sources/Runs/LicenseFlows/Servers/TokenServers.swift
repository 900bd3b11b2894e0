import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import LicenseMessages
import LoopbackServers
import Rehearsal
import WipedMemory

/// The servers of a token flow: token service, license server, and the customer's entitlement server, each at an address of its own.
struct TokenServers: Sendable {
    var tokens = TokenService()
    let module: KeySecurityModule
    /// The address that token URLs begin with.
    let licenseBase: String
    /// The authenticator that the token service wants.
    let authenticator: SharedSecret
    /// Gives the key of a token that stands in a key URI; nil for none.
    var keyOfWrittenToken: @Sendable (_ token: String) -> LicensedKey? = { _ in nil }

    /// Answers a request for a token or for a license.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - path: its path within the server.
    /// - Returns: the answer; nil for any other path.
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

    /// Answers the parameters of a token request.
    func token(for form: [UInt8]) -> LoopbackResponse {
        do throws(TokenRefusal) {
            let read = try TokenRequest(reading: form, at: .now) { given in
                authenticator.bytes.isEqual(to: SecretBytes(copying: Array(given.utf8)))
            }
            let url =
                "\(licenseBase)\(TokenService.licensePath)?\(TokenService.parameter)=\(tokens.token(for: read))"
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
        // A token is used up by a license, and not by an SPC for which there is none.
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
