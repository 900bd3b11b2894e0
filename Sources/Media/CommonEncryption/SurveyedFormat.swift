package import SampleEncryption

/// The container of a segment, with the survey that its protection needs.
package enum SurveyedFormat: Hashable, Sendable {
    /// A transport stream segment, or the program tables that an `EXT-X-MAP` names, in which only the program
    /// map changes.
    case transportStream(TransportStreamSurvey)
    /// A segment of packed audio.
    case packedAudio(PackedAudioSurvey)
    /// An fMP4 segment.
    case fragments(FragmentedSegmentSurvey)
    /// An fMP4 initialization section.
    case movie(MovieFormat)
}
