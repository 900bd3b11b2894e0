import Bitstreams
import ElementaryStreams

/// Follows the tags in front of the first frame of a clear segment: one of them has the timestamp, and gets the audio
/// description.
struct PackedAudioLead: Sendable {
    private var hasTimestamp = false
    private var hasFrames = false
    /// Why a tag that was there cannot have been read.
    private var obstacle: String?

    /// Takes the next tag.
    ///
    /// - Parameters:
    ///   - header: its header.
    ///   - bytes: the whole tag.
    ///   - offset: where it stands in the segment.
    /// - Returns: the tag, if it has the timestamp and is to get the audio description.
    /// - Throws: `SampleEncryptionError` where it is malformed, has an audio description already, or can get none.
    mutating func take(
        _ header: ID3TagHeader,
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> PackedAudioTag? {
        guard !hasFrames else { return nil }
        let tag = try PackedAudioTag(header, Array(bytes), at: offset)
        if let description = tag.description {
            throw .alreadyEncrypted(
                offset: offset,
                what: "an audio description ('\(description.audioType.rawValue)')"
            )
        }
        obstacle = obstacle ?? tag.obstacle
        guard tag.hasTimestamp, !hasTimestamp else { return nil }
        if let obstacle = tag.obstacle { throw Self.refusal(of: obstacle, at: offset) }
        hasTimestamp = true
        return tag
    }

    /// A frame stands at `offset`: the timestamp has to be before it.
    mutating func requireTimestamp(at offset: UInt64) throws(SampleEncryptionError) {
        hasFrames = true
        guard !hasTimestamp else { return }
        if let obstacle { throw Self.refusal(of: obstacle, at: offset) }
        throw .malformed(
            .missing(offset: offset, "ID3 timestamp (PRIV frame of \(TransportStreamTimestamp.owner))")
        )
    }

    private static func refusal(of obstacle: String, at offset: UInt64) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: "an ID3 tag with \(obstacle)",
            remedy: "Write the timestamp into a plain ID3v2.4 tag, or use --method aes-128"
        )
    }
}
