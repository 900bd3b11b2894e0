/// How long messages are: errors, warnings and findings, wherever they are said.
package enum MessageText {
    /// The most bytes of a message: as many as a path of Linux (`PATH_MAX`).
    ///
    /// A cell of a manifest, an attribute or the value of an option may have millions.
    package static let maximumLength = 4096
}

extension String {
    /// The text as a message may be: of one that is too long the middle is left out, and the message says so.
    ///
    /// Messages begin with the place and end with what to do; what makes them long stands between.
    package var cutToMessage: String {
        let bytes = utf8
        guard bytes.count > MessageText.maximumLength else { return self }
        // What says that it is cut takes less than 64 bytes.
        let kept = MessageText.maximumLength - 64
        let end = characterBoundary(before: bytes.index(startIndex, offsetBy: kept * 2 / 3))
        let behind = bytes.index(endIndex, offsetBy: -kept / 3)
        let atLeast = characterBoundary(before: behind)
        let start = atLeast < behind ? index(after: atLeast) : atLeast
        let left = bytes.distance(from: end, to: start)
        return self[..<end] + " … (\(left) bytes are cut out here) … " + self[start...]
    }

    /// The last boundary of characters that is not behind an index.
    private func characterBoundary(before index: Index) -> Index {
        guard index > startIndex, index < endIndex else { return index }
        let previous = self.index(before: index)
        let next = self.index(after: previous)
        return next > index ? previous : next
    }
}
