/// A search for YAML aliases in a text, before a parser resolves them.
///
/// Nested aliases can make a small file grow without bounds ("billion laughs"). The search finds every alias
/// (YAML 1.2.2 section 7.1). It is slightly too strict: it also finds words in prose that begin with an
/// asterisk. Comment lines are skipped.
enum YAMLAliasFinder {
    /// Returns the line and column, both from 1, of the first alias or of a word that looks like one.
    static func firstAlias(in text: String) -> (line: Int, column: Int)? {
        guard hasCandidate(text.utf8) else { return nil }
        // Uses all line breaks of libyaml, including those outside ASCII, because they end a comment.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where !isComment(line) {
            if let column = firstAlias(inLine: line) { return (index + 1, column) }
        }
        return nil
    }

    /// Indicates whether the text contains an alias or a word that looks like one, comments included.
    ///
    /// It works on bytes, to be fast on large texts without any.
    private static func hasCandidate(_ bytes: String.UTF8View) -> Bool {
        var beforePrevious = UInt8(ascii: " ")
        var previous = UInt8(ascii: " ")
        for byte in bytes {
            // In UTF-8, all bytes of characters outside ASCII are 0x80 or above.
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

    /// Indicates whether a token can begin after this character: white space, indicators, and everything
    /// outside ASCII (such as a byte order mark).
    private static func canPrecedeAlias(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value >= 0x7F || "[{,:?-".unicodeScalars.contains(scalar)
    }

    /// Indicates whether libyaml accepts the character in the name of an alias.
    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar || scalar == "_" || scalar == "-")
    }
}
