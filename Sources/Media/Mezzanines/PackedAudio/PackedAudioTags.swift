import Bitstreams
import ElementaryStreams

/// Skips ID3 tags between the frames of packed audio.
enum PackedAudioTags {
    /// The result of `skip`.
    enum Outcome: Hashable {
        /// There is no tag.
        case none
        /// A tag, or the part of it that is in the buffer, was skipped.
        case skipped
        /// The bytes may be the start of a tag, but more of them are needed to tell.
        case incomplete
    }

    /// The size of an ID3v1 tag in bytes; some programs write one at the end of a file.
    private static let id3v1TagSize: UInt64 = 128

    /// Skips a tag, as far as it is in the buffer.
    ///
    /// - Parameters:
    ///   - bytes: the buffer.
    ///   - position: the position in the buffer where a frame or tag begins or a tag continues; advanced past
    ///     the skipped bytes.
    ///   - count: the number of valid bytes in the buffer, more than `position`.
    ///   - remainingTagSize: the number of bytes of the tag that are still to skip; pass it on from call to
    ///     call.
    ///   - offset: the offset of the buffer in the file, for errors.
    /// - Returns: the result.
    /// - Throws: `ParseError` if the header of a tag is malformed.
    static func skip(
        _ bytes: [UInt8],
        _ position: inout Int,
        _ count: Int,
        _ remainingTagSize: inout UInt64,
        at offset: UInt64
    ) throws(ParseError) -> Outcome {
        if remainingTagSize == 0 {
            let mayBeID3v1 = bytes[position] == UInt8(ascii: "T")
            guard mayBeID3v1 || bytes[position] == UInt8(ascii: "I") else { return .none }
            guard count - position >= ID3TagHeader.size else { return .incomplete }
            if mayBeID3v1, bytes[position..<position + 3].elementsEqual("TAG".utf8) {
                remainingTagSize = id3v1TagSize
                return .skipped
            }
            let header = try ID3TagHeader(
                bytes[position..<position + ID3TagHeader.size],
                at: offset + UInt64(position)
            )
            remainingTagSize = UInt64(ID3TagHeader.size + header.remainingSize)
        }
        let skipped = Int(min(remainingTagSize, UInt64(count - position)))
        position += skipped
        remainingTagSize -= UInt64(skipped)
        return .skipped
    }
}
