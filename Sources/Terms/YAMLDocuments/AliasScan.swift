/// A look for YAML aliases in a text, before a parser resolves them: nested ones make a small file grow
/// without bounds (a "billion laughs").
///
/// Sound, and a little too strict: it finds every alias (YAML 1.2.2 section 7.1), and takes for one also a
/// word in prose that begins with an asterisk. Lines of comment are left out.
enum AliasScan {
    /// The line and column, from 1, of the first alias, or of a word like one.
    static func firstAlias(in text: String) -> (line: Int, column: Int)? {
        guard hasCandidate(text.utf8) else { return nil }
        // All line breaks of libyaml count, also those beyond ASCII: they end a comment.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where !isComment(line) {
            if let column = firstAlias(inLine: line) { return (index + 1, column) }
        }
        return nil
    }

    /// Whether there is an alias, or a word like one, in a line of comment or another: a look at bytes, for large texts
    /// without any.
    private static func hasCandidate(_ bytes: String.UTF8View) -> Bool {
        var beforePrevious = UInt8(ascii: " ")
        var previous = UInt8(ascii: " ")
        for byte in bytes {
            // All bytes of what is not ASCII are above it.
            if previous == UInt8(ascii: "*"), byte < 0x80, canPrecedeAlias(Unicode.Scalar(beforePrevious)),
                isNameCharacter(Unicode.Scalar(byte))
            {
                return true
            }
            (beforePrevious, previous) = (previous, byte)
        }
        return false
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.unicodeScalars.first { $0 != " " && $0 != "\t" } == "#"
    }

    private static func firstAlias(inLine line: Substring) -> Int? {
        var beforePrevious: Unicode.Scalar = " "
        var previous: Unicode.Scalar = " "
        for (column, scalar) in line.unicodeScalars.enumerated() {
            if previous == "*", canPrecedeAlias(beforePrevious), isNameCharacter(scalar) { return column }
            (beforePrevious, previous) = (previous, scalar)
        }
        return nil
    }

    /// Whether a token can begin after this character: white space, indicators, and all that is not ASCII
    /// (a byte order mark).
    private static func canPrecedeAlias(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value >= 0x7F || "[{,:?-".unicodeScalars.contains(scalar)
    }

    /// What libyaml takes for the name of an alias.
    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar || scalar == "_" || scalar == "-")
    }
}
