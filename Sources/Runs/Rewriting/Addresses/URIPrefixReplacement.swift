import Presentations

/// A prefix of absolute URIs and what stands in its place (`--replace-base OLD=NEW`).
///
/// It ends with a slash, is a scheme with its colon, or ends where a path, a query or a fragment begins: `https://cdn` is none
/// of `https://cdn2/1.ts`.
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

    /// Whether the old prefix is one of URIs as they are written, with a variable in it.
    package var isOfVariables: Bool { old.contains("{$") }

    /// The URI with the new prefix; nil when it has not the old one, or has the new one that begins with the old one.
    func replaced(_ uri: String) -> String? {
        splice(in: uri).map { $0.text + String(decoding: uri.utf8.dropFirst($0.range.count), as: UTF8.self) }
    }

    /// The prefix of a URI and what takes its place; nil as for `replaced`.
    func splice(in uri: String) -> WrittenURI.Splice? {
        guard Self.begins(uri, with: old, isOpen: Self.isOpen(old)) else { return nil }
        if new.utf8.starts(with: old.utf8),
            Self.begins(uri, with: new, isOpen: Self.isOpen(old) || Self.isOpen(new))
        {
            return nil
        }
        return WrittenURI.Splice(range: 0..<old.utf8.count, text: new)
    }

    /// Whether any text may follow a prefix, since it ends with the slash before a path segment, or is a scheme.
    private static func isOpen(_ prefix: String) -> Bool {
        switch prefix.utf8.last {
        case UInt8(ascii: "/"): true
        case UInt8(ascii: ":"):
            URIResolution.scheme(of: prefix.utf8[...])?.utf8.count == prefix.utf8.count - 1
        default: false
        }
    }

    /// Whether a URI has a prefix, and not another host, port or path segment that only begins like it.
    private static func begins(_ uri: String, with prefix: String, isOpen: Bool) -> Bool {
        guard uri.utf8.starts(with: prefix.utf8) else { return false }
        guard let first = uri.utf8.dropFirst(prefix.utf8.count).first else { return true }
        return isOpen || "/?#".utf8.contains(first)
    }
}
