/// The rules for characters in a key URI.
///
/// The URI is in a quoted-string of an attribute list, which a quotation mark or a line break ends (RFC
/// 8216bis section 4.2). Control characters are illegal in a playlist (section 4.1), and white space in a URI
/// (RFC 3986 appendix C). The author of a template decides about characters other than ASCII.
enum KeyURICharacters {
    /// Indicates whether a character would break a playlist or is illegal in a URI.
    static func isIllegal(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
    }

    /// Indicates whether two adjacent characters begin a variable reference (RFC 8216bis section 4.3).
    ///
    /// A client would replace the reference.
    static func beginVariableReference(_ first: Unicode.Scalar?, _ second: Unicode.Scalar?) -> Bool {
        first == "{" && second == "$"
    }
}
