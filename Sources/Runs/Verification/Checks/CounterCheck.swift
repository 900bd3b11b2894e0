import HLSPlaylists
import Inspection
import TransportStreams

/// Looks whether the continuity counters of transport streams go on from segment to segment (RFC 8216, 3.2).
///
/// SAMPLE-AES adds packets, and still leaves the counters of the next segment right; a missing segment shows, too.
/// Counters that jump in the source as much are the source's. Without a source a jump is a warning: packagers begin
/// every segment at 0, and players forgive it.
struct CounterCheck: Sendable {
    private var previous: (index: Int, isEncrypted: Bool, outcome: TargetChecker.Outcome)?
    /// A finding for each segment, of the first PID that jumps.
    private(set) var findings: [Finding] = []

    /// Takes the next segment that could be looked at, with what was found of it.
    mutating func add(
        _ segment: MediaSegment,
        _ target: VerificationTarget,
        _ outcome: TargetChecker.Outcome
    ) {
        defer { previous = (segment.index, target.isSampleEncrypted, outcome) }
        guard let previous, previous.index + 1 == segment.index, !segment.hasDiscontinuity,
            previous.isEncrypted || target.isSampleEncrypted,
            let finding = Self.finding(previous.outcome, target, outcome)
        else { return }
        findings.append(finding)
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
