import EntitlementMessages
import LicenseMessages
import LoopbackServers
import Rehearsal

extension CustomerServer {
    /// Answers an entitlement request (SEES), with status 200 even if the title is denied.
    func entitlement(_ request: LoopbackRequest) -> LoopbackResponse {
        guard request.method == "POST" else {
            return LoopbackResponse(status: 405, headers: ["Allow": "POST"])
        }
        let asked: EntitlementRequest
        do throws(EntitlementMessageError) {
            asked = try EntitlementRequest(reading: request.body)
        } catch {
            return LoopbackResponse(
                status: 400,
                headers: ["Content-Type": "text/plain"],
                body: Array("\(error)\n".utf8)
            )
        }
        let answer: EntitlementAnswer
        do throws(Failure) {
            let token = try token(for: Array(asked.contentID.utf8), cookie: asked.customerCookie)
            answer = EntitlementAnswer(to: asked, tokenURL: token.url)
        } catch {
            let (number, words) = error.numberAndWords
            answer = EntitlementAnswer(to: asked, tokenURL: nil, error: number, errorText: words)
        }
        return LoopbackResponse(
            status: 200,
            headers: ["Content-Type": "application/json"],
            body: answer.body
        )
    }
}

extension CustomerServer.Failure {
    /// The answer of an app's own server instead of a token URL.
    var response: LoopbackResponse {
        let (number, words) = numberAndWords
        let error = LicenseServerError(status: number ?? 0, message: words)
        let isMiss = if case .lookup = self { true } else { false }
        return LoopbackResponse(
            status: isMiss ? 404 : 502,
            headers: ["Content-Type": "application/json"],
            body: error.body
        )
    }

    /// The error number and message for an entitlement answer.
    fileprivate var numberAndWords: (number: Int?, words: String) {
        switch self {
        case .lookup(let refusal): (refusal.status.rawValue, refusal.message)
        case .refused(let refusal, _): (refusal.code.rawValue, refusal.message)
        case .answer(let message, _): (nil, message)
        case .unreachable(let reason): (nil, "the request to the token service failed: \(reason)")
        }
    }
}
