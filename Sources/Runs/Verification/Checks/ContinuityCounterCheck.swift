import HLSPlaylists
import Inspection
import Presentations
import TransportStreams

/// Checks that the continuity counters of transport streams continue from segment to segment (RFC 8216, 3.2).
///
/// SAMPLE-AES adds packets but leaves the counters of the next segment right. A missing segment is noticed
/// too. A jump that the source has too is not reported. Without a source a jump is a warning: packagers start
/// every segment at 0, and players tolerate it. I-frames are no consecutive packets.
struct ContinuityCounterCheck: RenditionCheck {
    private let isIFramesOnly: Bool
    private var previous: (index: Int, isEncrypted: Bool, outcome: VerificationItemChecker.Outcome)?
    /// The findings, at most one for each segment: about its lowest PID that jumps.
    private(set) var findings: [Finding] = []

    init(of rendition: MediaRendition) {
        isIFramesOnly = rendition.playlist.isIFramesOnly
    }

    mutating func add(
        _ segment: MediaSegment,
        _ item: VerificationItem,
        _ outcome: VerificationItemChecker.Outcome
    ) {
        guard !isIFramesOnly else { return }
        defer { previous = (segment.index, item.hasEncryptedSamples, outcome) }
        guard let previous, previous.index + 1 == segment.index, !segment.hasDiscontinuity,
            previous.isEncrypted || item.hasEncryptedSamples,
            let finding = Self.finding(previous.outcome, item, outcome)
        else { return }
        findings.append(finding)
    }

    private static func finding(
        _ previous: VerificationItemChecker.Outcome,
        _ item: VerificationItem,
        _ outcome: VerificationItemChecker.Outcome
    ) -> Finding? {
        guard let previousCounters = previous.counters, let counters = outcome.counters else { return nil }
        let jumps = counters.jumps(after: previousCounters)
        var sourceJumps: [PacketIdentifier: UInt8]?
        if let previousSourceCounters = previous.sourceCounters, let sourceCounters = outcome.sourceCounters {
            sourceJumps = sourceCounters.jumps(after: previousSourceCounters)
        }
        let jump = jumps.sorted { $0.key.rawValue < $1.key.rawValue }.first { pid, jump in
            // The source may lack the PID: then no jump is expected.
            jump != (sourceJumps?[pid] ?? 0)
        }
        guard let (pid, jumpSize) = jump, let firstCounter = counters.ends[pid]?.first else { return nil }
        let expected = (firstCounter &- jumpSize &+ (sourceJumps?[pid] ?? 0)) & 0x0F
        return item.finding(
            .order,
            "the continuity counter of \(pid) does not continue from the previous segment (\(firstCounter), expected \(expected))",
            severity: sourceJumps == nil ? .warning : .error
        )
    }
}
