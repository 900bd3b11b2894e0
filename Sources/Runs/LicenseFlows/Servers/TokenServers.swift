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
                authenticator.bytes.withSpan { $0.count == given.utf8.count && $0.isEqual(to: given) }
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
        let answer = LicenseEndpoint.answer(request) { (spc) throws(KSMRefusal) in
            try module.license(for: spc) { (_) throws(KSMRefusal) in
                do throws(TokenRefusal) {
                    return try tokens.redeem(String(token ?? ""))
                } catch {
                    refusal = error
                    throw KSMRefusal(.lookup, .noContentKey, error.message, remedy: error.code.remedy)
                }
            }
        }
        if let refusal {
            return LoopbackResponse(
                status: 401,
                headers: ["Content-Type": "application/json"],
                body: LicenseServerError(refusal, remedy: refusal.code.remedy).body
            )
        }
        return LoopbackResponse(
            status: answer.status,
            headers: ["Content-Type": answer.contentType],
            body: answer.body
        )
    }
}

extension Span<UInt8> {
    /// Compares without an end at the first difference; both have to be of one length.
    fileprivate func isEqual(to text: String) -> Bool {
        var difference: UInt8 = 0
        for (index, byte) in zip(indices, text.utf8) { difference |= self[index] ^ byte }
        return difference == 0
    }
}
