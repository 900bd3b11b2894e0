import Bitstreams
import Failures

/// The table of all checks: a new check is a file in `Checks` and a line here.
///
/// Reports have the findings in the order of the checks.
enum VerificationChecks {
    /// The checks of fMP4 initialization sections.
    static let ofSections: [any VerificationCheck<SectionContents, ParseError>.Type] = [
        SampleEntryCheck.self,
        PSSHBoxCheck.self,
    ]

    /// The checks of items that are read as bytes.
    static let ofClearBytes: [any VerificationCheck<ClearBytes, Never>.Type] = [
        ClearSignallingCheck.self,
        ClearTextCheck.self,
    ]

    /// The checks of items that are read sample by sample.
    static let ofSampleItems: [any VerificationCheck<InvariantResult, Never>.Type] = [
        SignallingCheck.self,
        FragmentSampleEntryCheck.self,
    ]

    /// The checks that go along with the segments of a rendition.
    static let ofRenditions: [any RenditionCheck.Type] = [
        LowLatencyCheck.self,
        TimestampOrderCheck.self,
        ContinuityCounterCheck.self,
    ]

    /// The checks of the whole presentation.
    static let ofPresentations: [any VerificationCheck<VerifiedPresentation, RunFailure>.Type] = [
        // Bytes that playlists name
        SegmentIndexCheck.self,
        ConflictingKeyCheck.self,
        GCMIVReuseCheck.self,
        // Playlists
        UnreadPlaylistCheck.self,
        PlaylistLintCheck.self,
        // Keys
        KeyURICheck.self,
        KeySystemCheck.self,
        SessionKeyCheck.self,
        IFrameKeyCheck.self,
        UnusableKeyCheck.self,
        ClearSegmentCheck.self,
        // The source, and what was published
        SessionDataCheck.self,
        SourceTreeCheck.self,
        PublishedTreeCheck.self,
    ]
}
