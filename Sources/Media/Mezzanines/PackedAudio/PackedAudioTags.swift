import Bitstreams
import ElementaryStreams

/// ID3 tags between the frames of packed audio.
enum PackedAudioTags {
    /// What there was where a frame or a tag begins.
    enum Outcome: Hashable {
        /// No tag.
        case none
        /// A tag or a part of one: it was passed over.
        case skipped
        /// The start of a tag, of which more bytes are needed.
        case incomplete
    }

    /// Bytes of an ID3v1 tag, which some programs write at the end of a file.
    private static let oldTagSize: UInt64 = 128

    /// Passes over a tag, as far as it is there.
    ///
    /// - Parameters:
    ///   - bytes: the stream.
    ///   - position: where a frame or tag begins; moved on.
    ///   - count: bytes that mean something; more than `position`.
    ///   - left: bytes of a tag that are still to come; kept from call to call.
    ///   - offset: where `bytes` stand in the file, for errors.
    /// - Returns: what there was.
    /// - Throws: `ParseError` where the header of a tag is malformed.
    static func skip(
        _ bytes: [UInt8],
        _ position: inout Int,
        _ count: Int,
        _ left: inout UInt64,
        at offset: UInt64
    ) throws(ParseError) -> Outcome {
        if left == 0 {
            let isOld = bytes[position] == UInt8(ascii: "T")
            guard isOld || bytes[position] == UInt8(ascii: "I") else { return .none }
            guard count - position >= ID3TagHeader.size else { return .incomplete }
            if isOld, bytes[position..<position + 3].elementsEqual("TAG".utf8) {
                left = oldTagSize
                return .skipped
            }
            let header = try ID3TagHeader(
                bytes[position..<position + ID3TagHeader.size],
                at: offset + UInt64(position)
            )
            left = UInt64(ID3TagHeader.size + header.remainingSize)
        }
        let skipped = Int(min(left, UInt64(count - position)))
        position += skipped
        left -= UInt64(skipped)
        return .skipped
    }
}
