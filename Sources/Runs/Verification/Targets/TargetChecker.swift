import Ciphers
import Inspection
import MediaProbing
import Presentations

/// Has targets read and decrypted, whole or sample by sample, and checks what comes out.
struct TargetChecker {
    /// What came out of a target.
    struct Outcome: Sendable {
        var findings: [Finding] = []
        /// Bytes that were looked at, in the clear; of SAMPLE-AES as they are in the file.
        var clearLength: UInt64 = 0
        var kind = StreamKind.unknown
        var start: StreamStart?
        /// The authentication code of the clear bytes, or of the essence of targets that count by it; nil if they could
        /// not be had.
        var code: [UInt8]?
        /// Whether it is a section of fMP4, which the digest of a rendition takes without its place.
        var isFragmentSection = false
        /// What the code covers, in bytes.
        var codeLength: UInt64 = 0
        /// The continuity counters of a transport stream.
        var counters: SegmentCounters?
        /// Those of the source.
        var sourceCounters: SegmentCounters?
        /// The vector of a message of AES-256-GCM, once its tag held.
        var sealedVector: InitializationVector?
        /// The bytes of the file that were read; empty if they could not be.
        var range: Range<UInt64> = 0..<0
        /// Whether the clear bytes or the essence are all those of the source.
        var isSource = false
    }

    let digestKey: ContentKey
    private var reader: TargetReader
    private var essence: EssenceTargetChecker
    private let sections: SectionChecker

    init(digestKey: ContentKey, cancellation: Cancellation, progress: any ProgressSink) {
        self.digestKey = digestKey
        reader = TargetReader(cancellation: cancellation, progress: progress)
        sections = SectionChecker(digestKey: digestKey)
        essence = EssenceTargetChecker(digestKey: digestKey, cancellation: cancellation, progress: progress)
    }

    /// Checks one target.
    ///
    /// Throws only when asked to stop; all else is a finding.
    mutating func check(_ target: VerificationTarget) throws(PresentationError) -> Outcome {
        var outcome = Outcome()
        do {
            if target.isReadBySamples {
                try checkSamples(target, into: &outcome)
            } else {
                try checkBytes(target, into: &outcome)
            }
        } catch let failure as TargetFailure {
            outcome.findings.append(target.finding(failure.rule, failure.message, offset: failure.offset))
        } catch let error as PresentationError {
            throw error
        } catch let error as SystemCallError {
            try error.throwIfShortage()
            outcome.findings.append(target.finding(.media, "the file cannot be read (\(error.reason))"))
        } catch {
            throw .fault(String(describing: error))
        }
        return outcome
    }

    /// Checks a target whose samples are encrypted, or a clear one beside such.
    private mutating func checkSamples(_ target: VerificationTarget, into outcome: inout Outcome) throws {
        switch SampleContainer.sniff(try reader.prefix(of: target)) {
        case .transportStream:
            try essence.check(target, .transportStream, into: &outcome)
        case .packedAudio:
            try essence.check(target, .packedAudio, into: &outcome)
        case .text:
            try checkBytes(target, into: &outcome)
            guard target.isSampleEncrypted else { return }
            let message = "WebVTT is never encrypted sample by sample: the segment is clear under its key"
            outcome.findings.append(target.finding(.notProtected, message, severity: .warning))
        case .fragmentedMP4 where target.expectation.role == .mapSection:
            try sections.check(target, into: &outcome)
        case .fragmentedMP4:
            try essence.check(target, .fragmentedMP4, into: &outcome)
        case .none:
            try checkBytes(target, into: &outcome)
        }
    }

    /// Checks a target all of whose bytes are decrypted or clear.
    private mutating func checkBytes(_ target: VerificationTarget, into outcome: inout Outcome) throws {
        var sink = try ClearSink(target, digestKey: digestKey)
        do {
            try reader.read(target, into: &sink, range: &outcome.range)
            outcome.code = try sink.finish()
            outcome.sealedVector = sink.vector
        } catch let error as CipherError {
            let isClear = try reader.looksClear(target) ?? ""
            outcome.findings.append(target.finding(.decryption, Self.text(of: error, in: target) + isClear))
        } catch let failure as TargetFailure {
            outcome.findings.append(target.finding(failure.rule, failure.message, offset: failure.offset))
        }
        // What did not authenticate is not worth a word.
        if case .sealed = target.protection, outcome.code == nil { return }
        outcome.findings += sink.findings(for: target, isComplete: outcome.code != nil)
        outcome.findings += SignallingCheck.findings(target, sink.shape)
        outcome.clearLength = sink.length
        outcome.codeLength = sink.length
        outcome.isSource = outcome.code != nil && sink.isSource
        outcome.kind = sink.shape.kind
        outcome.start = sink.shape.start
    }

    private static func text(of error: CipherError, in target: VerificationTarget) -> String {
        switch error {
        case .badPadding:
            "the padding is wrong: another key, or changed or truncated ciphertext"
        case .authenticationFailed:
            "the tag is wrong: another key, or changed or truncated bytes"
                + (target.location.range == nil ? "" : ", or a byte range that is no whole message")
        default:
            "\(error)"
        }
    }
}
