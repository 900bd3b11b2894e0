package import Bitstreams

/// Goes over the boxes that fill a container's body; no byte may be left over.
///
/// Nothing but the box at hand is kept, so that a container of a million empty boxes costs no memory.
package struct BoxIterator: Sendable {
    private var reader: ByteReader

    /// - Parameter reader: what is left of a container's body.
    package init(_ reader: ByteReader) {
        self.reader = reader
    }

    /// The next box; nil behind the last one.
    package mutating func next() throws(ParseError) -> Box? {
        reader.isAtEnd ? nil : try Box(&reader)
    }
}

extension Box {
    /// The boxes in a body that is nothing but boxes.
    package var children: BoxIterator { BoxIterator(reader) }

    /// The error that a container without a box that it must have is.
    package func lacks(_ type: FourCharacterCode) -> ParseError {
        .missing(offset: offset, "'\(type)' in box '\(self.type)'")
    }

    /// The error that a box is that its container must hold only once.
    package var isRepeated: ParseError {
        .invalid(offset: offset, field: "box", found: "'\(type)' once more", expected: "one box '\(type)'")
    }
}

extension Box {
    /// The one box of a type in this one.
    func only(_ type: FourCharacterCode) throws(ParseError) -> Box {
        var iterator = children
        guard let found = try iterator.only(type) else { throw lacks(type) }
        return found
    }
}

extension BoxIterator {
    /// The box of a type among those that are left, which must not be there twice; nil when there is none.
    package mutating func only(_ type: FourCharacterCode) throws(ParseError) -> Box? {
        var found: Box?
        while let child = try next() {
            guard child.type == type else { continue }
            guard found == nil else { throw child.isRepeated }
            found = child
        }
        return found
    }
    /// The box of a type among those that are left; nil when there is none.
    ///
    /// A copy of it that is equal to the byte is no second one. For decoder configurations: Bento4's mp4fragment writes
    /// `avcC` and `hvcC` of a sample entry twice.
    package mutating func onlyOrCopies(_ type: FourCharacterCode) throws(ParseError) -> Box? {
        var found: Box?
        while let child = try next() {
            guard child.type == type else { continue }
            guard found == nil || found?.body == child.body else { throw child.isRepeated }
            found = found ?? child
        }
        return found
    }
}
