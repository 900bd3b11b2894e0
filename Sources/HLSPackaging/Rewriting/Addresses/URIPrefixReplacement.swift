/// A prefix of absolute URIs and what stands in its place (`--replace-base OLD=NEW`).
///
/// It ends with a slash, or where a path, a query or a fragment begins: `https://cdn` is none of `https://cdn2/1.ts`.
package struct URIPrefixReplacement: Hashable, Sendable {
    private let old: String
    private let new: String

    /// A replacement; nil for a text without an equals sign, without an old prefix, or with what no URI line can hold.
    package init?(argument: String) {
        guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")), equals > argument.startIndex
        else {
            return nil
        }
        guard !URIPath.hasIllegalCharacter(argument) else { return nil }
        old = String(argument[..<equals])
        new = String(argument[argument.utf8.index(after: equals)...])
    }

    /// The URI with the new prefix; nil when it has not the old one, or has the new one that begins with the old one.
    func replaced(_ uri: String) -> String? {
        guard let rest = Self.rest(of: uri, after: old, isOpen: Self.isOpen(old)) else { return nil }
        if new.utf8.starts(with: old.utf8),
            Self.rest(of: uri, after: new, isOpen: Self.isOpen(old) || Self.isOpen(new)) != nil
        {
            return nil
        }
        return new + rest
    }

    /// Whether any text may follow a prefix, since it ends with the slash before a path segment.
    private static func isOpen(_ prefix: String) -> Bool { prefix.utf8.last == UInt8(ascii: "/") }

    /// What follows a prefix; nil when the URI has another host, port or path segment that only begins like it.
    private static func rest(of uri: String, after prefix: String, isOpen: Bool) -> String? {
        guard uri.utf8.starts(with: prefix.utf8) else { return nil }
        let rest = uri.utf8.dropFirst(prefix.utf8.count)
        guard let first = rest.first else { return "" }
        guard isOpen || "/?#".utf8.contains(first) else { return nil }
        return String(rest)
    }
}
