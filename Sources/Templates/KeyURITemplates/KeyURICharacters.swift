/// The rules for characters in a key URI.
///
/// The URI is in a quoted-string of an attribute list, which a quotation mark or a line break ends (RFC
/// 8216bis section 4.2). Control characters are illegal in a playlist (section 4.1), and white space in a URI
/// (RFC 3986 appendix C). The author of a template decides about characters other than ASCII.
enum KeyURICharacters {
    /// Returns the problem with a character after another one, or nil if there is none.
    ///
    /// A client would replace `{$`, which begins a variable reference (RFC 8216bis section 4.3).
    static func problem(
        of scalar: Unicode.Scalar,
        after previous: Unicode.Scalar?
    ) -> TemplateError.Problem? {
        let isIllegal =
            scalar == "\"" || scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
        if isIllegal { return .illegalCharacter(scalar) }
        return previous == "{" && scalar == "$" ? .variableReference : nil
    }
}
