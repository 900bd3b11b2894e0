package import Bitstreams
import TextFormats

/// The frames of an ID3v2 tag, with uninterpreted bodies (id3.org, ID3v2.4.0 main structure, 4).
package struct ID3Tag: Hashable, Sendable {
    /// A frame of the tag.
    package struct Frame: Hashable, Sendable {
        /// The frame identifier, four capital letters or digits: "PRIV".
        package let identifier: String
        /// The frame flags; the low byte says whether the body is grouped, compressed, encrypted or
        /// unsynchronized.
        package let flags: UInt16
        /// The bytes after the frame header.
        package let body: ArraySlice<UInt8>
    }

    /// The frames in tag order, empty for a tag of a form that is not read.
    package let frames: [Frame]

    /// Reads the frames of a tag of version 2.3 or 2.4 without extended header or unsynchronization, as used
    /// in HLS.
    ///
    /// - Parameters:
    ///   - header: the header of the tag.
    ///   - bytes: the bytes after the header.
    ///   - offset: the offset of these bytes in the stream, for errors.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(
        _ header: ID3TagHeader,
        body bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        var whole = ByteReader(bytes, at: offset)
        var reader = try whole.subreader(header.bodySize)
        var frames: [Frame] = []
        let isReadable = (3...4).contains(header.majorVersion) && header.flags & 0xC0 == 0
        while isReadable, !reader.isAtEnd {
            if reader.remainingBytes.first == 0 {
                try Self.checkPadding(reader)
                break
            }
            frames.append(try Frame(&reader, version: header.majorVersion))
        }
        self.frames = frames
    }

    private static func checkPadding(_ reader: ByteReader) throws(ParseError) {
        guard let index = reader.remainingBytes.firstIndex(where: { $0 != 0 }) else { return }
        throw .invalid(
            offset: reader.offset + UInt64(index - reader.remainingBytes.startIndex),
            field: "padding",
            found: reader.remainingBytes[index].hexadecimalText,
            expected: "0x00 to the end of the tag"
        )
    }
}

extension ID3Tag.Frame {
    /// Sizes are synchsafe from version 2.4 on.
    fileprivate init(_ reader: inout ByteReader, version: UInt8) throws(ParseError) {
        let offset = reader.offset
        let identifier = try reader.read(4)
        guard identifier.allSatisfy({ $0.isASCIIDigit || $0.isASCIIUppercase }) else {
            throw .invalid(
                offset: offset,
                field: "frame identifier",
                found: "with an invalid character",
                expected: "four capital letters or digits"
            )
        }
        self.identifier = String(decoding: identifier, as: UTF8.self)
        let size = version >= 4 ? try reader.synchsafeInteger() : try reader.uint32()
        flags = try reader.uint16()
        body = try reader.read(size)
    }
}
