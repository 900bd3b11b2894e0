extension String {
    /// The message of the argument parser on one line, with a final period.
    var asSentence: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.hasSuffix(".") ? line : line + "."
    }
}
