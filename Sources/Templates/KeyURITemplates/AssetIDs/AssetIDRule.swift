/// How a client cuts the asset id out of a `skd:` key URI.
///
/// Which rule an app has is up to its author, so a key record holds what each of them yields. "As written"
/// rules stand beside those by which Foundation decodes percent-escapes; they yield an asset id only where
/// there are escapes, for else the two would be the same.
package enum AssetIDRule: Hashable, Sendable {
    /// The host after `skd://`, without user and port, percent-decoded as `URL.host` does.
    case host
    /// The host with its escapes.
    case hostAsWritten
    /// All after `skd://`.
    case afterScheme
    /// All after the first `?` of a URI that begins with `skd://`.
    case afterSchemeAndQueryMark
    /// All after the last `;`.
    case afterSemicolon
    /// The value of the query parameter of this name, percent-decoded as `URLComponents.queryItems` does.
    case query(String)
    /// The value of the query parameter of this name, with its escapes.
    case queryAsWritten(String)
    /// The whole URI.
    case whole
    /// All after `skd:`, where no `//` follows.
    case afterColon

    /// The rules without a parameter.
    private static let plain: [AssetIDRule] = [
        .host, .hostAsWritten, .afterScheme, .afterSchemeAndQueryMark, .afterSemicolon, .whole, .afterColon,
    ]

    /// The names of all rules; `NAME` stands for a parameter's.
    package static let names = plain.map(\.name) + ["query:NAME", "queryAsWritten:NAME"]

    /// The rule of a name in a key record; nil for another name.
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

    /// The rule's name in a key record.
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
