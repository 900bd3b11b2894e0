import LicenseMessages
import LoopbackServers
import Rehearsal

/// The part of a license server that accepts SPCs in the forms in which apps post them.
enum LicenseEndpoint {
    /// The accepted media types.
    static let mediaTypes = LicenseRequestForm.allCases.map(\.contentType)

    /// The refusal of other media types (RFC 9110 section 15.5.16).
    static var unsupportedMediaType: LoopbackResponse {
        let types = mediaTypes.joined(separator: ", ")
        let refusal = KSMRefusal(
            .request,
            .parameter,
            "the request has no supported Content-Type (expected \(types))",
            remedy: "Post it as one of them."
        )
        return LoopbackResponse(
            status: 415,
            headers: ["Content-Type": "application/json", "Accept": types],
            body: LicenseServerError(refusal).body
        )
    }

    /// Answers a posted SPC.
    ///
    /// - Parameters:
    ///   - request: the HTTP request.
    ///   - license: generates the CKC for an SPC.
    /// - Returns: the CKC in the form of the request, or a refusal as JSON.
    static func answer(
        _ request: LoopbackRequest,
        license: ([UInt8]) throws(KSMRefusal) -> [UInt8]
    ) -> LoopbackResponse {
        guard let form = LicenseRequestForm(contentType: request.headers["Content-Type"]) else {
            return unsupportedMediaType
        }
        do throws(KSMRefusal) {
            guard let answer = try form.answer(to: request.body, license: license) else {
                throw KSMRefusal(
                    .request,
                    .spcParsing,
                    "the body is not \(form.contentType) with an SPC in base64",
                    remedy:
                        "Encode it as docs/license-flows.md shows, with + and / percent-encoded in a form."
                )
            }
            return LoopbackResponse(
                status: 200,
                headers: ["Content-Type": form.answerContentType],
                body: answer
            )
        } catch {
            return LoopbackResponse(
                status: error.stage == .lookup ? 404 : 400,
                headers: ["Content-Type": "application/json"],
                body: LicenseServerError(error).body
            )
        }
    }
}

extension LicenseRequestForm {
    /// The media type of the answer.
    var answerContentType: String { self == .form ? "text/plain" : contentType }
}
