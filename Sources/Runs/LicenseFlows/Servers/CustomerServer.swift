import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import LicenseMessages
import LoopbackServers
import ProtectionTerms
import Rehearsal
import TextFormats
import WipedMemory

/// A stand-in for the customer's server.
///
/// It looks up the key of an asset id in the exported file, and requests a token for it from a token service.
struct CustomerServer: Sendable {
    /// A reason for which there is no token.
    enum Failure: Error {
        /// The file has no usable key.
        case lookup(KSMRefusal)
        /// The token service refuses the key, or would refuse it.
        case refused(TokenRefusal, place: String?)
        /// The token service's answer contains no valid token URL.
        case answer(String, remedy: String)
        /// The token service does not answer.
        case unreachable(String)
    }

    /// A token URL with its key.
    struct Token {
        let url: String
        /// The key in the exported file for which the token grants a license.
        let found: KSMLookup.Found
    }

    /// A token service over HTTP.
    struct Service: Sendable {
        /// The URL for token requests.
        let url: String
        /// The secret that identifies the customer in token requests (`customerAuthenticator`).
        let authenticator: SharedSecret
        /// Indicates whether to send keys of the file; otherwise random keys are sent.
        let sendsKeys: Bool
        let transport: any LicenseTransport
    }

    let lookup: KSMLookup
    let service: Service
    /// The lifetime of tokens, in seconds.
    var life = 300

    /// Requests a token URL for an asset id.
    ///
    /// - Parameters:
    ///   - assetID: the asset id that the app extracted from the key URI.
    ///   - cookie: a value that the app passes through, or nil.
    /// - Returns: the token URL with the key in the file.
    /// - Throws: `Failure`.
    func token(for assetID: [UInt8], cookie: String? = nil) throws(Failure) -> Token {
        let found: KSMLookup.Found
        do throws(KSMRefusal) {
            found = try lookup.key(for: assetID)
        } catch {
            throw .lookup(error)
        }
        let body: SecretBytes
        do throws(TokenRefusal) {
            body = try request(for: found, cookie: cookie).form(
                authenticator: service.authenticator.bytes,
                lifetime: life
            )
        } catch {
            throw .refused(error, place: found.exported.location)
        }
        var posted = AppRequest(
            .token,
            service.url,
            posting: body.withSpan { span in span.indices.map { span[$0] } },
            as: LicenseRequestForm.form.contentType
        )
        defer {
            var form = posted.body ?? []
            posted.body = nil
            secureErase(&form)
        }
        let response: LicenseResponse
        do throws(LicenseTransportError) {
            response = try service.transport.perform(posted)
        } catch {
            throw .unreachable(error.reason)
        }
        return Token(url: try Self.url(response, to: posted, found), found: found)
    }

    /// Creates the token request for a key, or for a random key if no key may leave the machine.
    private func request(
        for found: KSMLookup.Found,
        cookie: String?
    ) throws(TokenRefusal) -> TokenRequest {
        let terms = found.exported.terms
        guard service.sendsKeys else {
            // Checks the real key by the service's rules anyway.
            _ = try TokenRequest(key: found.key, iv: found.iv, rentalSeconds: terms.rentalSeconds ?? 0)
            return try TokenRequest(key: .random(), iv: .random(), cookie: "rehearsal")
        }
        return try TokenRequest(
            key: found.key,
            iv: found.iv,
            rentalSeconds: terms.rentalSeconds ?? 0,
            cookie: cookie
        )
    }

    private static func url(
        _ response: LicenseResponse,
        to request: AppRequest,
        _ found: KSMLookup.Found
    ) throws(Failure) -> String {
        guard response.status == 200 else {
            if let error = LicenseServerError(reading: response.body)?.redacted(answering: request),
                let code = TokenRefusal.Code(rawValue: error.status)
            {
                throw .refused(
                    TokenRefusal(code, error.message ?? code.words),
                    place: found.exported.location
                )
            }
            throw .answer(
                "the token service answers with HTTP status \(response.status), and no known error number",
                remedy: "Check its log, and the address of the request."
            )
        }
        guard let url = TokenURL.read(response.body) else {
            throw .answer(
                "the answer of the token service is not a single line with a URL (\(CountText.text(response.body.count, "byte")))",
                remedy: "Give the token URL on one line (text/uri-list)."
            )
        }
        if let fault = TokenURL.fault(of: url) {
            throw .answer("the token URL \(fault.words)", remedy: fault.remedy)
        }
        return url
    }
}

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
