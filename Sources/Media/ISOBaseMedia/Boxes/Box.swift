package import Bitstreams
import TextFormats

/// A box whose whole body is in memory.
package struct Box: Hashable, Sendable {
    /// The box type.
    package let type: FourCharacterCode
    /// The offset of the box header in the stream.
    package let offset: UInt64
    /// The offset of the box body in the stream.
    package let bodyOffset: UInt64
    /// The bytes after the header.
    package let body: ArraySlice<UInt8>

    /// Creates a box whose header was read before.
    package init(type: FourCharacterCode, offset: UInt64, bodyOffset: UInt64, body: ArraySlice<UInt8>) {
        self.type = type
        self.offset = offset
        self.bodyOffset = bodyOffset
        self.body = body
    }

    /// Reads the next box of a container.
    ///
    /// The box must not run past the end of the container, so size 0 (to the end of the file) is refused.
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
        body = try reader.read(size - UInt64(header.size))
    }

    /// A reader of the body, which reports offsets in the stream.
    package var reader: ByteReader { ByteReader(body, at: bodyOffset) }
}

extension ByteReader {
    /// Throws if bytes of the box body are left unread.
    func expectEnd(of box: Box) throws(ParseError) {
        guard !isAtEnd else { return }
        throw .invalid(
            offset: offset,
            field: "body of box '\(box.type)'",
            found: "\(CountText.text(count, "byte")) too long",
            expected: CountText.text(box.body.count - count, "byte")
        )
    }
}
