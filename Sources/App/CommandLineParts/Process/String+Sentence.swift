extension String {
    /// A message of the argument parser as one line with a full stop.
    var asSentence: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.hasSuffix(".") ? line : line + "."
    }
}
