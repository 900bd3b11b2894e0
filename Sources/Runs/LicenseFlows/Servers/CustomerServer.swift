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
        case refused(TokenRefusal, location: String?)
        /// The token service's answer contains no valid token URL.
        case answer(String, remedy: String)
        /// The token service does not answer.
        case unreachable(String)
    }

    /// A token URL with its key.
    struct Token {
        let url: String
        /// The key in the exported file for which the token grants a license.
        let key: KSMLookup.UsableKey
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
    var lifetime = 300

    /// Requests a token URL for an asset id.
    ///
    /// - Parameters:
    ///   - assetID: the asset id that the app extracted from the key URI.
    ///   - cookie: a value that the app passes through, or nil.
    /// - Returns: the token URL with the key in the file.
    /// - Throws: `Failure`.
    func token(for assetID: [UInt8], cookie: String? = nil) throws(Failure) -> Token {
        let found: KSMLookup.UsableKey
        do throws(KSMRefusal) {
            found = try lookup.key(for: assetID)
        } catch {
            throw .lookup(error)
        }
        let body: SecretBytes
        do throws(TokenRefusal) {
            body = try request(for: found, cookie: cookie).form(
                authenticator: service.authenticator.bytes,
                lifetime: lifetime
            )
        } catch {
            throw .refused(error, location: found.exportedKey.location)
        }
        var appRequest = AppRequest(
            .token,
            service.url,
            posting: body.withSpan { span in span.indices.map { span[$0] } },
            as: LicenseRequestForm.form.contentType
        )
        defer {
            var form = appRequest.body ?? []
            appRequest.body = nil
            secureErase(&form)
        }
        let response: LicenseResponse
        do throws(LicenseTransportError) {
            response = try service.transport.perform(appRequest)
        } catch {
            throw .unreachable(error.reason)
        }
        return Token(url: try Self.url(response, to: appRequest, found), key: found)
    }

    /// Creates the token request for a key, or for a random key if no key may leave the machine.
    private func request(
        for found: KSMLookup.UsableKey,
        cookie: String?
    ) throws(TokenRefusal) -> TokenRequest {
        let terms = found.exportedKey.terms
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
        _ found: KSMLookup.UsableKey
    ) throws(Failure) -> String {
        guard response.status == 200 else {
            if let error = LicenseServerError(reading: response.body)?.redacted(answering: request),
                let code = TokenRefusal.Code(rawValue: error.status)
            {
                throw .refused(
                    TokenRefusal(code, error.message ?? code.meaning),
                    location: found.exportedKey.location
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
            throw .answer("the token URL \(fault.predicate)", remedy: fault.remedy)
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
        let entitlementRequest: EntitlementRequest
        do throws(EntitlementMessageError) {
            entitlementRequest = try EntitlementRequest(reading: request.body)
        } catch {
            return LoopbackResponse(
                status: 400,
                headers: ["Content-Type": "text/plain"],
                body: Array("\(error)\n".utf8)
            )
        }
        let answer: EntitlementAnswer
        do throws(Failure) {
            let token = try token(
                for: Array(entitlementRequest.contentID.utf8),
                cookie: entitlementRequest.customerCookie
            )
            answer = EntitlementAnswer(to: entitlementRequest, tokenURL: token.url)
        } catch {
            let (number, message) = error.numberAndMessage
            answer = EntitlementAnswer(
                to: entitlementRequest,
                tokenURL: nil,
                error: number,
                errorText: message
            )
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
        let (number, message) = numberAndMessage
        let error = LicenseServerError(status: number ?? 0, message: message)
        let isMiss = if case .lookup = self { true } else { false }
        return LoopbackResponse(
            status: isMiss ? 404 : 502,
            headers: ["Content-Type": "application/json"],
            body: error.body
        )
    }

    /// The error number and message for an entitlement answer.
    fileprivate var numberAndMessage: (number: Int?, message: String) {
        switch self {
        case .lookup(let refusal): (refusal.status.rawValue, refusal.message)
        case .refused(let refusal, _): (refusal.code.rawValue, refusal.message)
        case .answer(let message, _): (nil, message)
        case .unreachable(let reason): (nil, "the request to the token service failed: \(reason)")
        }
    }
}
