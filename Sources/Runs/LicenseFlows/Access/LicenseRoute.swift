import EntitlementMessages

/// The address at which an app asks for a license, and what it sends along.
struct LicenseRoute {
    /// The form of the answer.
    enum Answer {
        /// That of the request.
        case ofRequest
        /// A JSON object with `CkcMessage`, as NAGRA's license server answers.
        case ckcMessage

        /// The CKC of an answer; nil where the body is not of this form.
        func ckc(in body: [UInt8], _ form: LicenseRequestForm) -> [UInt8]? {
            switch self {
            case .ofRequest: form.ckc(in: body)
            case .ckcMessage: (try? LicenseServiceAnswer(reading: body))?.ckc
            }
        }
    }

    /// The URL.
    var url: String
    /// The header fields beside `Content-Type`.
    var headers: [AppRequest.Header] = []
    /// The form of the answer.
    var answer = Answer.ofRequest
    /// Whether it is the address of a server of others, whose words are shown with care.
    var isOfOthers = false
}
