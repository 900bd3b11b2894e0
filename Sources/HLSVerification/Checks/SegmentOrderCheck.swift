import HLSPlaylists

/// Looks whether each segment or I-frame of a rendition can follow the one before it, by the timestamps inside.
///
/// Two segments that changed places may both decrypt (`--iv-mode constant`); their times tell. An order that the
/// source has too is a warning: the protection did not make it.
enum SegmentOrderCheck {
    /// - Parameters:
    ///   - segments: all segments of the playlist; one that could not be looked at may still begin a new timeline.
    ///   - checked: what was found of them, by the line of the URI.
    /// - Returns: a finding for each that begins too early.
    static func findings(
        _ segments: [MediaSegment],
        _ checked: [Int: (target: VerificationTarget, outcome: TargetChecker.Outcome)]
    ) -> [Finding] {
        var findings: [Finding] = []
        var previous: (start: StreamStart, isSource: Bool)?
        for segment in segments {
            if segment.hasDiscontinuity { previous = nil }
            guard let (target, outcome) = checked[segment.uriLine], let start = outcome.start else {
                continue
            }
            if let previous, !start.canFollow(previous.start) {
                var finding = target.finding(
                    .order,
                    "the segment begins before the one in front of it: are they swapped?"
                )
                if previous.isSource, outcome.isSource { finding.severity = .warning }
                findings.append(finding)
            }
            previous = (start, outcome.isSource)
        }
        return findings
    }
}
