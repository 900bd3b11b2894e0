/// A rule by which a client extracts the asset id from a `skd:` key URI.
///
/// The author of an app chooses the rule. If it is unknown, a key record has the results of all rules
/// (`candidates(forKeyURI:)`).
///
/// `host` and `query` decode percent-escapes as Foundation does; `hostAsWritten` and `queryAsWritten` keep
/// them. Without escapes, both results are equal, and `candidates(forKeyURI:)` has only the former.
package enum AssetIDRule: Hashable, Sendable {
    /// The host after `skd://`, without user and port, percent-decoded as by `URL.host`.
    case host
    /// The host with its percent-escapes.
    case hostAsWritten
    /// Everything after `skd://`.
    case afterScheme
    /// Everything after the first `?` of a URI that begins with `skd://`.
    case afterSchemeAndQueryMark
    /// Everything after the last `;`.
    case afterSemicolon
    /// The value of the query parameter with this name, percent-decoded as by `URLComponents.queryItems`.
    case query(String)
    /// The value of the query parameter with this name, with its percent-escapes.
    case queryAsWritten(String)
    /// The whole URI.
    case whole
    /// Everything after `skd:` if no `//` follows.
    case afterColon

    /// The rules without an associated value.
    private static let plain: [AssetIDRule] = [
        .host, .hostAsWritten, .afterScheme, .afterSchemeAndQueryMark, .afterSemicolon, .whole, .afterColon,
    ]

    /// The names of all rules, in which `NAME` is a placeholder for the name of a query parameter.
    package static let names = plain.map(\.name) + ["query:NAME", "queryAsWritten:NAME"]

    /// Creates a rule from its name in a key record, or returns nil if the name is unknown.
    package init?(name: String) {
        if let rule = Self.plain.first(where: { $0.name == name }) {
            self = rule
        } else if name.utf8.starts(with: "query:".utf8) {
            self = .query(String(name.dropFirst(6)))
        } else if name.utf8.starts(with: "queryAsWritten:".utf8) {
            self = .queryAsWritten(String(name.dropFirst(15)))
        } else {
            return nil
        }
    }

    /// The name of the rule in a key record.
    package var name: String {
        switch self {
        case .host: "host"
        case .hostAsWritten: "hostAsWritten"
        case .afterScheme: "afterScheme"
        case .afterSchemeAndQueryMark: "afterSchemeAndQueryMark"
        case .afterSemicolon: "afterSemicolon"
        case .query(let parameter): "query:\(parameter)"
        case .queryAsWritten(let parameter): "queryAsWritten:\(parameter)"
        case .whole: "whole"
        case .afterColon: "afterColon"
        }
    }
}
