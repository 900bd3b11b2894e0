/// Typed values in the forms of particular tags.
///
/// Each getter returns nil if the attribute is absent.
extension AttributeList {
    /// Returns decimal seconds, exact to 18 decimals.
    ///
    /// - Throws: `PlaylistError` for anything but digits with at most one point, and for values above
    ///   `DecimalDuration.maximumSeconds`.
    func decimalSeconds(_ name: String) throws(PlaylistError) -> Duration? {
        guard let value = attribute(name)?.valueRange else { return nil }
        guard let duration = DecimalDuration.parse(bytes[value]) else {
            throw invalid(name, expected: DecimalDuration.grammar)
        }
        return duration
    }

    /// Returns decimal seconds that may be negative, exact to 18 decimals.
    ///
    /// - Throws: `PlaylistError` as `decimalSeconds`, except that a minus sign may come first.
    func signedDecimalSeconds(_ name: String) throws(PlaylistError) -> Duration? {
        guard let value = attribute(name)?.valueRange else { return nil }
        let isNegative = bytes[value].first == UInt8(ascii: "-")
        guard let duration = DecimalDuration.parse(bytes[value].dropFirst(isNegative ? 1 : 0)) else {
            let expected = DecimalDuration.grammar + ", with an optional minus sign"
            throw invalid(name, expected: expected)
        }
        return isNegative ? .zero - duration : duration
    }

    /// Returns an enumerated string as a value of a type.
    ///
    /// - Throws: `PlaylistError` for quotes and unknown words.
    func keyword<Word: KeywordValue>(_ name: String, as type: Word.Type) throws(PlaylistError) -> Word? {
        guard let word = try enumeratedString(name) else { return nil }
        guard let value = Word(rawValue: word) else { throw invalid(name, expected: Word.grammar) }
        return value
    }

    /// Returns a date and time in quotes.
    ///
    /// - Throws: `PlaylistError` for other texts, and for undefined variables.
    func quotedDate(
        _ name: String,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> DateTime? {
        guard let text = try quotedString(name, substituting: variables) else { return nil }
        guard let date = DateTime(parsing: ArraySlice(text.utf8)) else {
            throw invalid(name, expected: DateTime.grammar)
        }
        return date
    }

    /// Returns a byte range in quotes.
    ///
    /// - Throws: `PlaylistError` for other texts, and for undefined variables.
    func quotedByteRange(
        _ name: String,
        substituting variables: VariableScope
    ) throws(PlaylistError) -> WrittenByteRange? {
        guard let text = try quotedString(name, substituting: variables) else { return nil }
        guard let range = WrittenByteRange(parsing: ArraySlice(text.utf8)) else {
            throw invalid(name, expected: WrittenByteRange.grammar)
        }
        return range
    }

    /// Returns an error about the value of an attribute, which it shows unless it may be a secret.
    func invalid(_ name: String, expected: String) -> PlaylistError {
        let value = attribute(name)?.valueRange
        let found = AttributeProblem.showsValue(of: name) ? value.map { Excerpt(bytes[$0]) } : nil
        return PlaylistError(
            line: line,
            column: value.map { column(of: $0) },
            .attribute(.invalid(name, found: found, expected: expected))
        )
    }
}
