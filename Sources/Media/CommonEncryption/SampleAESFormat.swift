package import SampleEncryption

/// How the samples of a segment are packed, and what has to be known to protect them.
package enum SampleAESFormat: Hashable, Sendable {
    /// A transport stream segment.
    case transportStream(TransportStreamSurvey)
    /// The program tables of an `EXT-X-MAP`: only the program map changes.
    case programTables(TransportStreamSurvey)
    /// A segment of packed audio.
    case packedAudio(PackedAudioSurvey)
    /// A segment of fMP4.
    case fragments(FragmentedSegmentSurvey)
    /// The initialization section of fMP4.
    case movie(MovieFormat)
}
