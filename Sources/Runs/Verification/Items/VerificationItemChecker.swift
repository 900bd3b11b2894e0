import Ciphers
import Inspection
import MediaProbing
import Presentations

/// Checks verification items: reads and decrypts them as a whole or sample by sample, then checks the result.
struct VerificationItemChecker {
    /// The result of checking one item.
    struct Outcome: Sendable {
        var findings: [Finding] = []
        /// The number of bytes that were checked: clear bytes, or for SAMPLE-AES bytes of the file.
        var clearLength: UInt64 = 0
        var kind = StreamKind.unknown
        var start: SegmentStartTime?
        /// The MAC of the clear bytes, or of the invariant if the media digest covers that.
        ///
        /// Nil if the bytes could not be read.
        var code: [UInt8]?
        /// Indicates whether this is an fMP4 initialization section; the media digest ignores its location.
        var isFragmentSection = false
        /// The number of bytes that the MAC covers.
        var codeLength: UInt64 = 0
        /// The continuity counters of a transport stream that was read sample by sample.
        var counters: SegmentCounters?
        /// The continuity counters of the source, or nil if it was not read.
        var sourceCounters: SegmentCounters?
        /// The IV of an AES-256-GCM segment whose tag was correct.
        var sealedVector: InitializationVector?
        /// The byte range of the file that was read, or an empty range if it could not be read.
        var range: Range<UInt64> = 0..<0
        /// Indicates whether the clear bytes or the invariant are those of the source.
        var isSource = false
    }

    let digestKey: ContentKey
    private var reader: VerificationItemReader
    private var essence: SampleItemChecker
    private let sections: InitializationSectionChecker

    init(digestKey: ContentKey, cancellation: Cancellation, progress: any ProgressSink) {
        self.digestKey = digestKey
        reader = VerificationItemReader(cancellation: cancellation, progress: progress)
        sections = InitializationSectionChecker(digestKey: digestKey)
        essence = SampleItemChecker(digestKey: digestKey, cancellation: cancellation, progress: progress)
    }

    /// Checks one item.
    ///
    /// Throws only if the run has to stop, such as on cancellation or a shortage of resources; everything
    /// else is a finding.
    mutating func check(_ target: VerificationItem) throws(PresentationError) -> Outcome {
        var outcome = Outcome()
        do {
            if target.isReadSampleBySample {
                try checkSamples(target, into: &outcome)
            } else {
                try checkBytes(target, into: &outcome)
            }
        } catch let failure as VerificationFailure {
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

    /// Checks an item whose samples are encrypted, or a clear item in a presentation with such items.
    private mutating func checkSamples(_ target: VerificationItem, into outcome: inout Outcome) throws {
        switch SampleContainer.sniff(try reader.prefix(of: target)) {
        case .transportStream:
            try essence.check(target, .transportStream, into: &outcome)
        case .packedAudio:
            try essence.check(target, .packedAudio, into: &outcome)
        case .text:
            try checkBytes(target, into: &outcome)
            guard target.hasEncryptedSamples else { return }
            let message =
                "a key line applies to the WebVTT segment, but sample encryption leaves WebVTT clear"
            outcome.findings.append(target.finding(.notProtected, message, severity: .warning))
        case .fragmentedMP4 where target.expectation.role == .initializationSection:
            try sections.check(target, into: &outcome)
        case .fragmentedMP4:
            try essence.check(target, .fragmentedMP4, into: &outcome)
        case .unsupported:
            try checkBytes(target, into: &outcome)
        }
    }

    /// Checks an item that is clear or encrypted as a whole.
    private mutating func checkBytes(_ target: VerificationItem, into outcome: inout Outcome) throws {
        var sink = try ClearSink(target, digestKey: digestKey)
        do {
            try reader.read(target, into: &sink, range: &outcome.range)
            outcome.code = try sink.finish()
            outcome.sealedVector = sink.iv
        } catch let error as CipherError {
            let isClear = try reader.clearFormatRemark(target) ?? ""
            outcome.findings.append(
                target.finding(.decryption, Self.message(for: error, in: target) + isClear)
            )
        } catch let failure as VerificationFailure {
            outcome.findings.append(target.finding(failure.rule, failure.message, offset: failure.offset))
        }
        // Findings about bytes that failed authentication would mean nothing.
        if case .sealed = target.protection, outcome.code == nil { return }
        outcome.findings += sink.findings(for: target, isComplete: outcome.code != nil)
        outcome.findings += SignallingCheck.findings(target, sink.shape)
        outcome.clearLength = sink.length
        outcome.codeLength = sink.length
        outcome.isSource = outcome.code != nil && sink.isSource
        outcome.kind = sink.shape.kind
        outcome.start = sink.shape.start
    }

    private static func message(for error: CipherError, in target: VerificationItem) -> String {
        switch error {
        case .badPadding:
            "the padding is wrong: wrong key, or changed or truncated ciphertext"
        case .authenticationFailed:
            "the tag is wrong: wrong key, or changed or truncated bytes"
                + (target.location.range == nil ? "" : ", or a byte range that is not a whole message")
        default:
            "\(error)"
        }
    }
}

/// A verification item and its result, which will be added to a `CheckedRendition`.
struct VerificationItemResult: Sendable {
    let place: AllVerificationItems.Position
    let target: VerificationItem
    let outcome: VerificationItemChecker.Outcome
}
