/// Looks whether each segment of a rendition can follow the one before it, by the timestamps inside.
///
/// Two segments that changed places may both decrypt (`--iv-mode constant`); their times tell.
enum SegmentOrderCheck {
    static func findings(
        _ checked: [(target: VerificationTarget, outcome: TargetChecker.Outcome, hasDiscontinuity: Bool)]
    ) -> [Finding] {
        var findings: [Finding] = []
        var previous: StreamStart?
        for (target, outcome, hasDiscontinuity) in checked {
            guard let start = outcome.start else { continue }
            if let previous, !hasDiscontinuity, !start.canFollow(previous) {
                findings.append(
                    target.finding(
                        .order,
                        "the segment begins before the one in front of it: are they swapped?"
                    )
                )
            }
            previous = start
        }
        return findings
    }
}
