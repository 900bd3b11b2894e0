/// Values of tags that are a single number or word.
extension PlaylistLine {
    /// Returns the value as a decimal integer.
    func decimalInteger(of tag: TagName) throws(PlaylistError) -> UInt64 {
        guard let number = DecimalInteger.parse(value.trimmingBlanks()) else {
            throw invalidValue(of: tag, expected: DecimalInteger.grammar)
        }
        return number
    }

    /// Returns an error about the value of this line.
    func invalidValue(of tag: TagName, expected: String) -> PlaylistError {
        PlaylistError(
            line: number,
            column: column(of: value),
            .tag(.invalidValue(tag, found: Excerpt(value), expected: expected))
        )
    }
}
