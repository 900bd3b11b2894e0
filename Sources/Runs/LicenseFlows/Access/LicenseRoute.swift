import EntitlementMessages

/// The address of a license request, and its header fields.
struct LicenseRoute {
    /// The form of the answer.
    enum Answer {
        /// The form of the request.
        case ofRequest
        /// A JSON object with `CkcMessage`, the answer of NAGRA's license server.
        case ckcMessage

        /// Returns the CKC in an answer, or nil if the body does not have this form.
        func ckc(in body: [UInt8], _ form: LicenseRequestForm) -> [UInt8]? {
            switch self {
            case .ofRequest: form.ckc(in: body)
            case .ckcMessage: (try? LicenseServiceAnswer(reading: body))?.ckc
            }
        }
    }

    var url: String
    /// The header fields in addition to `Content-Type`.
    var headers: [AppRequest.Header] = []
    var answer = Answer.ofRequest
    /// Indicates whether the server is external, so that its messages are redacted.
    var isExternal = false
}
