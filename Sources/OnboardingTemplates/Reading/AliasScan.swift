/// A look for YAML aliases in a text, before a parser resolves them: nested ones make a small file grow
/// without bounds (a "billion laughs").
///
/// Sound, and a little too strict: it finds every alias (YAML 1.2.2 section 7.1), and takes for one also a
/// word in prose that begins with an asterisk. Lines of comment are left out.
enum AliasScan {
    /// The line and column, from 1, of the first alias, or of a word like one.
    static func firstAlias(in text: String) -> (line: Int, column: Int)? {
        var line = 1
        var column = 0
        var previous: Unicode.Scalar = "\n"
        var isComment = false
        var isBlankSoFar = true
        var afterAsterisk = false
        for scalar in text.unicodeScalars {
            if afterAsterisk, isNameCharacter(scalar), !isComment { return (line, column) }
            column += 1
            afterAsterisk = scalar == "*" && canPrecedeAlias(previous)
            if scalar == "\n" || scalar == "\r" {
                line += scalar == "\n" && previous == "\r" ? 0 : 1
                (column, isComment, isBlankSoFar) = (0, false, true)
            } else if isBlankSoFar {
                isComment = scalar == "#"
                isBlankSoFar = scalar == " " || scalar == "\t"
            }
            previous = scalar
        }
        return nil
    }

    /// Whether a token can begin after this character: white space, line breaks, indicators, and all that is
    /// not ASCII (a byte order mark, and line breaks beyond ASCII).
    private static func canPrecedeAlias(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value >= 0x7F || "[{,:?-".unicodeScalars.contains(scalar)
    }

    /// What libyaml takes for the name of an alias.
    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar || scalar == "_" || scalar == "-")
    }
}
