import HLSPlaylists
import TransportStreams

/// Looks whether the continuity counters of transport streams go on from segment to segment (RFC 8216, 3.2).
///
/// SAMPLE-AES adds packets, and still leaves the counters of the next segment right; a missing segment shows, too.
/// Counters that jump in the source as much are the source's. Without a source a jump is a warning: packagers begin
/// every segment at 0, and players forgive it.
enum CounterCheck {
    /// - Parameters:
    ///   - segments: all segments of the playlist.
    ///   - checked: what was found of them, by the line of the URI.
    /// - Returns: a finding for each segment, of the first PID that jumps.
    static func findings(
        _ segments: [MediaSegment],
        _ checked: [Int: (target: VerificationTarget, outcome: TargetChecker.Outcome)]
    ) -> [Finding] {
        var findings: [Finding] = []
        var previous: (target: VerificationTarget, outcome: TargetChecker.Outcome)?
        for segment in segments {
            guard let current = checked[segment.uriLine], !segment.hasDiscontinuity else {
                previous = checked[segment.uriLine]
                continue
            }
            defer { previous = current }
            guard let previous,
                previous.target.isSampleEncrypted || current.target.isSampleEncrypted
            else { continue }
            if let finding = finding(previous.outcome, current.target, current.outcome) {
                findings.append(finding)
            }
        }
        return findings
    }

    private static func finding(
        _ previous: TargetChecker.Outcome,
        _ target: VerificationTarget,
        _ outcome: TargetChecker.Outcome
    ) -> Finding? {
        guard let before = previous.counters, let counters = outcome.counters else { return nil }
        let jumps = counters.jumps(after: before)
        var known: [PacketIdentifier: UInt8]?
        if let before = previous.sourceCounters, let source = outcome.sourceCounters {
            known = source.jumps(after: before)
        }
        let jump = jumps.sorted { $0.key.rawValue < $1.key.rawValue }.first { pid, jump in
            // Of a PID that the source does not have nothing is known.
            jump != (known?[pid] ?? 0)
        }
        guard let (pid, found) = jump, let first = counters.ends[pid]?.first else { return nil }
        let expected = (first &- found &+ (known?[pid] ?? 0)) & 0x0F
        return target.finding(
            .order,
            "the continuity counter of \(pid) does not go on from the segment in front (\(first), expected \(expected))",
            severity: known == nil ? .warning : .error
        )
    }
}
