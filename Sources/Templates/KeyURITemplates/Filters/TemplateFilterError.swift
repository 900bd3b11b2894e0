/// The reason why a filter refuses a text.
package enum TemplateFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The argument of `skd` is not an absolute URL.
    case notAnAbsoluteURL
    /// The argument of `skd` is a URL with this scheme, which is lost when the client replaces `skd` by
    /// `https`.
    case schemeWouldBeLost(String)
    /// The argument of `query_separator` or `directory` is a URL with a fragment.
    case fragment
    /// The argument of `directory` is a URL with a query.
    case query
    /// The argument of `uuid` is not 16 bytes.
    case notAUUID
    /// The argument of `hex16` is not a number.
    case notANumber
    /// The argument of `hex16` is a number of more than 16 hexadecimal digits.
    case numberTooLarge

    /// The error for a secret value, which reveals no part of it, not even the scheme.
    var redacted: TemplateFilterError {
        guard case .schemeWouldBeLost = self else { return self }
        return .notAnAbsoluteURL
    }

    /// The message, without the variable's text: the problem, the expected form and the remedy.
    package var description: String {
        switch self {
        case .notAnAbsoluteURL:
            "the value is not an absolute URL (expected https://HOST..., in lower case). Give the whole URL."
        case .schemeWouldBeLost(let scheme):
            "the URL's scheme would be lost: clients replace skd by https"
                + " (got \(scheme):, expected https:). Use an https: URL, or a template that keeps the whole URL."
        case .fragment:
            "the URL has a fragment, and the text after it would become part of it (got \"#\"). Remove the fragment."
        case .query:
            "the URL has a query, and no path can follow it (got \"?\"). Remove the query."
        case .notAUUID:
            "the value is not a UUID (expected 16 bytes, or 32 hexadecimal digits). Correct it."
        case .notANumber: "the value is not a decimal number (expected for example 128). Correct it."
        case .numberTooLarge: "the number is too large (expected at most 64 bits). Correct it."
        }
    }
}
