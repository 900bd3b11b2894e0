/// Which characters a key URI may hold.
///
/// The URI stands in a quoted-string of an attribute list, which ends at a quotation mark or a line break
/// (RFC 8216bis section 4.2); control characters are illegal in a playlist (section 4.1), and white space in
/// a URI (RFC 3986 appendix C). Characters beyond ASCII are left to the template's author.
enum KeyURICharacters {
    /// Whether a playlist would break on a character, or a URI may not hold it.
    static func isIllegal(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
    }

    /// Whether two characters in a row begin a variable reference (RFC 8216bis section 4.3), which a client
    /// would replace.
    static func beginVariableReference(_ first: Unicode.Scalar?, _ second: Unicode.Scalar?) -> Bool {
        first == "{" && second == "$"
    }
}
