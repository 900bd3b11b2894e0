import HLSPlaylists
import Inspection
import MediaSyntax
import Presentations

/// Checks by timestamps that each segment or I-frame of a rendition can follow the one before it.
///
/// Two segments that were swapped may both decrypt (`--iv-mode constant`), but their times show it. An order
/// that the source has too is a warning: the protection did not cause it.
struct TimestampOrderCheck: RenditionCheck {
    /// All segments of the playlist, because even one that could not be checked may begin a new timeline.
    private let segments: [MediaSegment]
    private var nextIndex = 0
    private var previous: (start: SegmentStartTime, matchesSource: Bool)?
    /// A finding for each segment that begins too early.
    private(set) var findings: [Finding] = []

    init(of rendition: MediaRendition) {
        segments = rendition.playlist.segments
    }

    mutating func add(
        _ segment: MediaSegment,
        _ item: VerificationItem,
        _ outcome: VerificationItemChecker.Outcome
    ) {
        if segments[nextIndex...segment.index].contains(where: \.hasDiscontinuity) { previous = nil }
        nextIndex = segment.index + 1
        guard let start = outcome.start else { return }
        if let previous, !start.canFollow(previous.start) {
            var finding = item.finding(
                .order,
                "the segment begins earlier than the previous one: are they swapped?"
            )
            if previous.matchesSource, outcome.matchesSource { finding.severity = .warning }
            findings.append(finding)
        }
        previous = (start, outcome.matchesSource)
    }
}
