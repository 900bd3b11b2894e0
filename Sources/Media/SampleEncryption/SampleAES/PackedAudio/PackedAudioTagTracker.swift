import Bitstreams
import ElementaryStreams
import ProtectionTerms

/// A tracker of the ID3 tags before the first frame of a clear segment: the first one with the timestamp
/// receives the audio description.
struct PackedAudioTagTracker: Sendable {
    private var hasTimestamp = false
    private var hasFrames = false
    /// The feature of a tag that kept it from being read, for the error if no timestamp is found.
    private var obstacle: String?

    /// Examines the next tag.
    ///
    /// - Parameters:
    ///   - header: the header of the tag.
    ///   - bytes: the whole tag.
    ///   - offset: the offset of the tag in the segment.
    /// - Returns: the tag if it receives the audio description, otherwise nil.
    /// - Throws: `SampleEncryptionError` if the tag is malformed, already has an audio description, or cannot
    ///   receive one.
    mutating func examine(
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
        obstacle = obstacle ?? tag.unsupportedFeature
        guard tag.hasTimestamp, !hasTimestamp else { return nil }
        if let obstacle = tag.unsupportedFeature { throw Self.refusal(of: obstacle, at: offset) }
        hasTimestamp = true
        return tag
    }

    /// Throws if no timestamp precedes the frame at `offset`.
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
            remedy: "Write the timestamp into a plain ID3v2.4 tag, or use \(CommandOption.method) aes-128"
        )
    }
}
