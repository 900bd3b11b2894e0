package import Bitstreams

/// The time of the first sample of a packed audio segment (RFC 8216, 3.4): an ID3 PRIV frame of the owner
/// `com.apple.streaming.transportStreamTimestamp`.
package struct TransportStreamTimestamp: Hashable, Sendable {
    /// The owner of the PRIV frame.
    package static let owner = "com.apple.streaming.transportStreamTimestamp"

    /// 33 bits at 90 kHz.
    package let value: UInt64

    /// Finds the frame in a tag; nil when there is none.
    ///
    /// - Parameters:
    ///   - tag: the tag at the start of the segment.
    ///   - offset: where the tag stands in the stream, for errors.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
    package init?(_ tag: ID3Tag, at offset: UInt64) throws(ParseError) {
        let prefix = Array(Self.owner.utf8) + [0]
        guard let frame = tag.frames.first(where: { $0.identifier == "PRIV" && $0.body.starts(with: prefix) })
        else { return nil }
        let data = frame.body.dropFirst(prefix.count)
        guard data.count == 8 else {
            throw .invalid(
                offset: offset,
                field: "transportStreamTimestamp",
                found: "of \(data.count) bytes",
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
