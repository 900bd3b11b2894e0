/// The length limit of messages: errors, warnings and findings.
enum MessageText {
    /// The maximum length of a message, in bytes of UTF-8: that of a Linux path (`PATH_MAX`).
    ///
    /// A manifest cell, an attribute or an option value that a message quotes may have millions.
    static let maximumLength = 4096
}

extension String {
    /// The text with its middle left out if it exceeds the limit; the message then says so.
    ///
    /// Messages begin with a location and end with a remedy; the quoted values that make them long are
    /// between.
    package var truncatedForMessage: String {
        let bytes = utf8
        guard bytes.count > MessageText.maximumLength else { return self }
        // The note about the cut takes less than 64 bytes.
        let kept = MessageText.maximumLength - 64
        let end = characterBoundary(before: bytes.index(startIndex, offsetBy: kept * 2 / 3))
        let behind = bytes.index(endIndex, offsetBy: -kept / 3)
        let atLeast = characterBoundary(before: behind)
        let start = atLeast < behind ? index(after: atLeast) : atLeast
        let left = bytes.distance(from: end, to: start)
        return self[..<end] + " … (\(left) bytes are cut out here) … " + self[start...]
    }

    /// Returns the last character boundary at or before an index.
    private func characterBoundary(before index: Index) -> Index {
        guard index > startIndex, index < endIndex else { return index }
        let previous = self.index(before: index)
        let next = self.index(after: previous)
        return next > index ? previous : next
    }
}
