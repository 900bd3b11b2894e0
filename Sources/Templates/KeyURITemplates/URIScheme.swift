import TextFormats

/// The rules for the scheme of a URI in templates.
enum URIScheme {
    /// Indicates whether a text is `[a-z][a-z0-9+.-]*`.
    ///
    /// Upper-case letters are legal in RFC 3986 section 3.1, but clients compare and replace schemes as text.
    static func isLegal(_ scheme: Substring) -> Bool {
        scheme.utf8.first?.isASCIILowercase == true
            && scheme.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    /// Returns the scheme at the start of a text, without its colon, or nil if there is none.
    static func of(_ text: String) -> Substring? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return isLegal(text[..<colon]) ? text[..<colon] : nil
    }
}
