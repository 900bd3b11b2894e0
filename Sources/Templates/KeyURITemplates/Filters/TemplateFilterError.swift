/// A text that a filter cannot take.
package enum TemplateFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `skd` of a text that is no absolute URL.
    case notAnAbsoluteURL
    /// `skd` of a URL with this scheme, which the client's swap of `skd` for `https` would lose.
    case schemeWouldBeLost(String)
    /// `query_separator` or `directory` of a URL with a fragment.
    case fragment
    /// `directory` of a URL with a query.
    case query
    /// `uuid` of what has not 16 bytes.
    case notAUUID
    /// `hex16` of what is no number.
    case notANumber
    /// `hex16` of a number that has more than 16 digits.
    case numberTooLarge

    /// The error of a secret, of which not even the scheme is told.
    var withoutText: TemplateFilterError {
        guard case .schemeWouldBeLost = self else { return self }
        return .notAnAbsoluteURL
    }

    /// What was found, what is expected and what to do, without the variable's text.
    package var description: String {
        switch self {
        case .notAnAbsoluteURL:
            "the value is no absolute URL (expected https://HOST..., in lower case). Give all of it."
        case .schemeWouldBeLost(let scheme):
            "the URL's scheme would be lost: clients put https in the place of skd"
                + " (got \(scheme):, expected https:). Use an https: URL, or a template that keeps all of it."
        case .fragment:
            "the URL has a fragment, and what follows would belong to it (got \"#\"). Remove the fragment."
        case .query:
            "the URL has a query, and no path can follow it (got \"?\"). Remove the query."
        case .notAUUID:
            "the value is no UUID (expected 16 bytes, or 32 hexadecimal digits). Correct it."
        case .notANumber: "the value is no decimal number (expected for example 128). Correct it."
        case .numberTooLarge: "the number is too large (expected at most 64 bits). Correct it."
        }
    }
}
