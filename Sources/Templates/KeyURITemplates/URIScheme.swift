import TextFormats

/// The rule for the scheme of a URI, as templates write it.
enum URIScheme {
    /// Whether a text is `[a-z][a-z0-9+.-]*`.
    ///
    /// Upper case is legal in RFC 3986 section 3.1, but clients compare and
    /// replace schemes as text.
    static func isLegal(_ scheme: Substring) -> Bool {
        scheme.utf8.first?.isASCIILowercase == true
            && scheme.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    /// The scheme that a text begins with, without its colon; nil if there is none.
    static func of(_ text: String) -> Substring? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return isLegal(text[..<colon]) ? text[..<colon] : nil
    }
}
