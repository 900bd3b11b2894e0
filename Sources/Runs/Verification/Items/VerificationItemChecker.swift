import Ciphers
import Failures
import Inspection
import MediaProbing
import MediaSyntax
import Presentations
import TransportStreams

/// Checks verification items: reads and decrypts them as a whole or sample by sample, then checks the result.
struct VerificationItemChecker {
    /// The result of checking one item.
    struct Outcome: Sendable {
        var findings: [Finding] = []
        /// The number of bytes that were checked: clear bytes, or for SAMPLE-AES bytes of the file.
        var checkedLength: UInt64 = 0
        var kind = StreamKind.unknown
        var start: SegmentStartTime?
        /// The MAC of the clear bytes, or of the invariant if the media digest covers that.
        ///
        /// Nil if the bytes could not be read.
        var mac: [UInt8]?
        /// Indicates whether this is an fMP4 initialization section; the media digest ignores its location.
        var isFragmentedMP4Section = false
        /// The number of bytes that the MAC covers.
        var macCoveredLength: UInt64 = 0
        /// The continuity counters of a transport stream that was read sample by sample.
        var counters: SegmentCounters?
        /// The continuity counters of the source, or nil if it was not read.
        var sourceCounters: SegmentCounters?
        /// The IV of an AES-256-GCM segment whose tag was correct.
        var gcmIV: InitializationVector?
        /// The byte range of the file that was read, or an empty range if it could not be read.
        var range: Range<UInt64> = 0..<0
        /// Indicates whether the clear bytes or the invariant are those of the source.
        var matchesSource = false
    }

    let digestKey: ContentKey
    private var reader: VerificationItemReader
    private var sampleChecker: SampleItemChecker
    private let sectionChecker: InitializationSectionChecker

    init(digestKey: ContentKey, cancellation: Cancellation, progress: any ProgressSink) {
        self.digestKey = digestKey
        reader = VerificationItemReader(cancellation: cancellation, progress: progress)
        sectionChecker = InitializationSectionChecker(digestKey: digestKey)
        sampleChecker = SampleItemChecker(
            digestKey: digestKey,
            cancellation: cancellation,
            progress: progress
        )
    }

    /// Checks one item.
    ///
    /// Throws only if the run has to stop, such as on cancellation or a shortage of resources; everything
    /// else is a finding.
    mutating func check(_ item: VerificationItem) throws(RunFailure) -> Outcome {
        var outcome = Outcome()
        do {
            if item.isReadSampleBySample {
                try checkSamples(item, into: &outcome)
            } else {
                try checkBytes(item, into: &outcome)
            }
        } catch let failure as VerificationFailure {
            outcome.findings.append(item.finding(failure))
        } catch let error as SystemCallError {
            try error.throwIfShortage()
            outcome.findings.append(item.finding(.media, "the file cannot be read (\(error.reason))"))
        } catch {
            throw RunFailure(unexpected: error)
        }
        return outcome
    }

    /// Checks an item whose samples are encrypted, or a clear item in a presentation with such items.
    private mutating func checkSamples(_ item: VerificationItem, into outcome: inout Outcome) throws {
        switch SampleContainer.sniff(try item.location.prefix(PacketFormat.detectionLength)) {
        case .transportStream:
            try sampleChecker.check(item, .transportStream, into: &outcome)
        case .packedAudio:
            try sampleChecker.check(item, .packedAudio, into: &outcome)
        case .text:
            try checkBytes(item, isText: true, into: &outcome)
        case .fragmentedMP4 where item.expectation.role == .initializationSection:
            try sectionChecker.check(item, into: &outcome)
        case .fragmentedMP4:
            try sampleChecker.check(item, .fragmentedMP4, into: &outcome)
        case .unsupported:
            try checkBytes(item, into: &outcome)
        }
    }

    /// Checks an item that is clear or encrypted as a whole.
    private mutating func checkBytes(
        _ item: VerificationItem,
        isText: Bool = false,
        into outcome: inout Outcome
    ) throws {
        var sink = try ClearSink(item, digestKey: digestKey)
        do {
            try reader.read(item, into: &sink, range: &outcome.range)
            outcome.mac = try sink.finish()
            outcome.gcmIV = sink.iv
        } catch let error as CipherError {
            let remark = try item.clearFormatRemark() ?? ""
            outcome.findings.append(
                item.finding(.decryption, Self.message(for: error, in: item) + remark)
            )
        } catch let failure as VerificationFailure {
            outcome.findings.append(item.finding(failure))
        }
        // Findings about bytes that failed authentication would mean nothing.
        if case .gcmSegment = item.protection, outcome.mac == nil { return }
        outcome.findings += sink.findings(for: item, isComplete: outcome.mac != nil)
        let bytes = ClearBytes(item: item, syntax: sink.syntax, isText: isText)
        outcome.findings += VerificationChecks.ofClearBytes.findings(on: bytes)
        outcome.checkedLength = sink.length
        outcome.macCoveredLength = sink.length
        outcome.matchesSource = outcome.mac != nil && sink.matchesSource
        outcome.kind = sink.syntax.kind
        outcome.start = sink.syntax.start
    }

    private static func message(for error: CipherError, in item: VerificationItem) -> String {
        switch error {
        case .badPadding:
            "the padding is wrong: wrong key, or changed or truncated ciphertext"
        case .authenticationFailed:
            "the tag is wrong: wrong key, or changed or truncated bytes"
                + (item.location.range == nil ? "" : ", or a byte range that is not a whole message")
        default:
            "\(error)"
        }
    }
}

/// A verification item and its result, which will be added to a `CheckedRendition`.
struct VerificationItemResult: Sendable {
    let position: AllVerificationItems.Position
    let item: VerificationItem
    let outcome: VerificationItemChecker.Outcome
}
