import Presentations

/// A prefix of absolute URIs and its replacement (`--replace-base OLD=NEW`).
///
/// The prefix matches only whole parts of a URI. It ends with a slash, is a scheme with its colon, or is
/// followed by a path, a query or a fragment: `https://cdn` is no prefix of `https://cdn2/1.ts`.
package struct URIPrefixReplacement: Hashable, Sendable {
    private let old: String
    private let new: String

    /// Creates a replacement from `OLD=NEW`.
    ///
    /// Returns nil if the equals sign or the old prefix is missing, or if the text has a character that no
    /// URI line can contain.
    package init?(argument: String) {
        guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")), equals > argument.startIndex
        else {
            return nil
        }
        guard !URIPath.hasIllegalCharacter(argument) else { return nil }
        old = String(argument[..<equals])
        new = String(argument[argument.utf8.index(after: equals)...])
    }

    /// Indicates whether the old prefix contains a variable, so that it is compared with URIs as written.
    package var containsVariable: Bool { old.contains("{$") }

    /// Returns the URI with the new prefix, or nil as `splice(in:)` does.
    func replaced(_ uri: String) -> String? {
        splice(in: uri).map { $0.text + String(decoding: uri.utf8.dropFirst($0.range.count), as: UTF8.self) }
    }

    /// Returns the replacement for the prefix of a URI.
    ///
    /// Returns nil if the URI does not have the old prefix. If the new prefix begins with the old one, a URI
    /// that has the new one is not changed again.
    func splice(in uri: String) -> WrittenURI.Splice? {
        guard Self.begins(uri, with: old, isOpen: Self.isOpen(old)) else { return nil }
        if new.utf8.starts(with: old.utf8),
            Self.begins(uri, with: new, isOpen: Self.isOpen(old) || Self.isOpen(new))
        {
            return nil
        }
        return WrittenURI.Splice(range: 0..<old.utf8.count, text: new)
    }

    /// Indicates whether any text may follow a prefix, since it ends with a slash or is a scheme.
    private static func isOpen(_ prefix: String) -> Bool {
        switch prefix.utf8.last {
        case UInt8(ascii: "/"): true
        case UInt8(ascii: ":"):
            URIResolution.scheme(of: prefix.utf8[...])?.utf8.count == prefix.utf8.count - 1
        default: false
        }
    }

    /// Indicates whether a URI has a prefix that ends at a boundary of the URI's parts.
    ///
    /// Another host, port or path segment that only begins like the prefix does not count.
    private static func begins(_ uri: String, with prefix: String, isOpen: Bool) -> Bool {
        guard uri.utf8.starts(with: prefix.utf8) else { return false }
        guard let first = uri.utf8.dropFirst(prefix.utf8.count).first else { return true }
        return isOpen || "/?#".utf8.contains(first)
    }
}
