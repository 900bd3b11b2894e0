import HLSPlaylists
import Inspection
import Presentations

/// A check of a rendition that goes along with its segments.
///
/// It keeps what it needs of the previous segments: all that was found in each is too much to keep for the
/// end (`VerificationCheck`).
protocol RenditionCheck: Sendable {
    /// Begins the check of a rendition.
    init(of rendition: MediaRendition)
    /// Adds the next segment that could be checked.
    mutating func add(
        _ segment: MediaSegment,
        _ item: VerificationItem,
        _ outcome: VerificationItemChecker.Outcome
    )
    /// The errors and warnings so far.
    var findings: [Finding] { get }
}

extension RenditionCheck {
    /// Does nothing: a check may need no more than the playlist.
    mutating func add(
        _ segment: MediaSegment,
        _ item: VerificationItem,
        _ outcome: VerificationItemChecker.Outcome
    ) {}
}
