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
        }
    }
}
