package import Bitstreams
import TextFormats

/// The MPEG-2 timestamp of the first sample of a packed audio segment (RFC 8216, 3.4).
///
/// It is in an ID3 PRIV frame with the owner `com.apple.streaming.transportStreamTimestamp`.
package struct TransportStreamTimestamp: Hashable, Sendable {
    /// The owner of the PRIV frame.
    package static let owner = "com.apple.streaming.transportStreamTimestamp"

    /// The timestamp, 33 bits at 90 kHz.
    package let value: UInt64

    /// Reads the timestamp in a tag, or returns nil if the tag has none.
    ///
    /// - Parameters:
    ///   - tag: the tag at the start of the segment.
    ///   - offset: the offset of the tag in the stream, for errors.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init?(_ tag: ID3Tag, at offset: UInt64) throws(ParseError) {
        let prefix = Array(Self.owner.utf8) + [0]
        guard let frame = tag.frames.first(where: { $0.identifier == "PRIV" && $0.body.starts(with: prefix) })
        else { return nil }
        let data = frame.body.dropFirst(prefix.count)
        guard data.count == 8 else {
            throw .invalid(
                offset: offset,
                field: "transportStreamTimestamp",
                found: "of \(CountText.text(data.count, "byte"))",
                expected: "8 bytes"
            )
        }
        value = data.reduce(0) { $0 << 8 | UInt64($1) }
        guard value >> 33 == 0 else {
            throw .invalid(
                offset: offset,
                field: "transportStreamTimestamp",
                found: value.hexadecimalText,
                expected: "at most 33 bits"
            )
        }
    }
}
