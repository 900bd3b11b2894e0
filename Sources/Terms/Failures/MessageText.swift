/// The length limit of messages: errors, warnings and findings.
enum MessageText {
    /// The maximum length of a message, in bytes of UTF-8: that of a Linux path (`PATH_MAX`).
    ///
    /// A manifest cell, an attribute or an option value that a message quotes may have millions.
    static let maximumLength = 4096
}

extension String {
    /// The text without the full stop at its end, which `RunFailure` adds.
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

    /// The text with its middle left out if it exceeds the limit; the message then says so.
    ///
    /// Messages begin with a location and end with a remedy; the quoted values that make them long are
    /// between.
    package var truncatedForMessage: String {
        let bytes = utf8
        guard bytes.count > MessageText.maximumLength else { return self }
        // The note about the cut takes less than 64 bytes.
        let keptLength = MessageText.maximumLength - 64
        let end = characterBoundary(atOrBefore: bytes.index(startIndex, offsetBy: keptLength * 2 / 3))
        let minimumStart = bytes.index(endIndex, offsetBy: -keptLength / 3)
        let boundary = characterBoundary(atOrBefore: minimumStart)
        let start = boundary < minimumStart ? index(after: boundary) : boundary
        let cutLength = bytes.distance(from: end, to: start)
        return self[..<end] + " … (\(cutLength) bytes are cut out here) … " + self[start...]
    }

    /// Returns the last character boundary at or before an index.
    private func characterBoundary(atOrBefore index: Index) -> Index {
        guard index > startIndex, index < endIndex else { return index }
        let previous = self.index(before: index)
        let next = self.index(after: previous)
        return next > index ? previous : next
    }
}
