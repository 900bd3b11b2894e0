package import Bitstreams

/// An iterator over the boxes of a container, which have to fill its body.
///
/// It keeps only the current box, so a container of a million empty boxes costs no memory.
package struct BoxIterator: Sendable {
    private var reader: ByteReader

    /// - Parameter reader: the rest of the container's body, from the start of a box.
    package init(_ reader: ByteReader) {
        self.reader = reader
    }

    /// Reads the next box, or returns nil at the end of the container.
    package mutating func next() throws(ParseError) -> Box? {
        reader.isAtEnd ? nil : try Box(&reader)
    }
}

extension Box {
    /// An iterator over the children of a box whose body consists of boxes only.
    package var children: BoxIterator { BoxIterator(reader) }

    /// Returns the error for a container that lacks a mandatory child box.
    package func missingBoxError(_ type: FourCharacterCode) -> ParseError {
        .missing(offset: offset, "'\(type)' in box '\(self.type)'")
    }

    /// The error for a second box of a type that its container may hold only once.
    package var repeatedBoxError: ParseError {
        .invalid(offset: offset, field: "box", found: "'\(type)' once more", expected: "one box '\(type)'")
    }
}

extension Box {
    /// Returns the only child of a type, and throws if there is none or a second one.
    func only(_ type: FourCharacterCode) throws(ParseError) -> Box {
        var iterator = children
        guard let found = try iterator.only(type) else { throw missingBoxError(type) }
        return found
    }
}

extension BoxIterator {
    /// Returns the only remaining box of a type, or nil if there is none, and throws if there are two.
    mutating func only(_ type: FourCharacterCode) throws(ParseError) -> Box? {
        var found: Box?
        while let child = try next() {
            guard child.type == type else { continue }
            guard found == nil else { throw child.repeatedBoxError }
            found = child
        }
        return found
    }
    /// Returns the remaining box of a type, or nil if there is none; identical copies are tolerated.
    ///
    /// This is for decoder configurations: Bento4's mp4fragment writes `avcC` and `hvcC` twice in a sample
    /// entry.
    package mutating func onlyOrCopies(_ type: FourCharacterCode) throws(ParseError) -> Box? {
        var found: Box?
        while let child = try next() {
            guard child.type == type else { continue }
            guard found == nil || found?.body == child.body else { throw child.repeatedBoxError }
            found = found ?? child
        }
        return found
    }
}
