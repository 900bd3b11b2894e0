package import Bitstreams

/// A box that is in memory as a whole.
package struct Box: Hashable, Sendable {
    /// What kind of box it is.
    package let type: FourCharacterCode
    /// Where its header starts in the stream.
    package let offset: UInt64
    /// Where its body starts in the stream.
    package let bodyOffset: UInt64
    /// What follows the header.
    package let body: ArraySlice<UInt8>

    /// A box whose header was read already.
    package init(type: FourCharacterCode, offset: UInt64, bodyOffset: UInt64, body: ArraySlice<UInt8>) {
        self.type = type
        self.offset = offset
        self.bodyOffset = bodyOffset
        self.body = body
    }

    /// Reads the next box of a container.
    ///
    /// It must not run past the container's end, so size 0 is not allowed.
    package init(_ reader: inout ByteReader) throws(ParseError) {
        offset = reader.offset
        let available = reader.count
        let header = try BoxHeader(&reader)
        guard case .bytes(let size) = header.extent else {
            throw .invalid(
                offset: offset,
                field: "box size",
                found: "0",
                expected: "a size: only a box at the top level may run to the end"
            )
        }
        guard size <= UInt64(available) else {
            throw .invalid(
                offset: offset,
                field: "box size",
                found: "\(size) of box '\(header.type)'",
                expected: "at most \(available), the bytes left in its container"
            )
        }
        type = header.type
        bodyOffset = reader.offset
        body = try reader.take(size - UInt64(header.size))
    }

    /// A reader of the body.
    package var reader: ByteReader { ByteReader(body, at: bodyOffset) }
}

extension ByteReader {
    /// Checks that the body of a box was read to its end.
    func expectEnd(of box: Box) throws(ParseError) {
        guard !isAtEnd else { return }
        throw .invalid(
            offset: offset,
            field: "body of box '\(box.type)'",
            found: "\(count) bytes too long",
            expected: "\(box.body.count - count) bytes"
        )
    }
}
