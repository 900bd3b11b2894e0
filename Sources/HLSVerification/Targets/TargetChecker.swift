import Ciphers
import HLSPackaging
import KeyStore
import MediaProbing
import SampleEncryption
import TransportStreams

/// Reads the bytes of targets, decrypts them and checks what comes out, through buffers that it keeps.
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
        /// What the code covers, in bytes.
        var codeLength: UInt64 = 0
        /// The continuity counters of a transport stream.
        var counters: SegmentCounters?
        /// Those of the source.
        var sourceCounters: SegmentCounters?
        /// The bytes of the file that were read; empty if they could not be.
        var range: Range<UInt64> = 0..<0
        /// Whether the clear bytes or the essence are all those of the source.
        var isSource = false
    }

    private static let pieceLength = 256 * 1024

    let digestKey: ContentKey
    let cancellation: Cancellation
    let progress: any ProgressSink
    private var input = [UInt8](repeating: 0, count: pieceLength)
    private var output = [UInt8](repeating: 0, count: pieceLength + 32)
    private var essence: EssenceTargetChecker

    init(digestKey: ContentKey, cancellation: Cancellation, progress: any ProgressSink) {
        self.digestKey = digestKey
        self.cancellation = cancellation
        self.progress = progress
        essence = EssenceTargetChecker(digestKey: digestKey, cancellation: cancellation, progress: progress)
    }

    /// Checks one target.
    ///
    /// Throws only when asked to stop; all else is a finding.
    mutating func check(_ target: VerificationTarget) throws(PackagingError) -> Outcome {
        var outcome = Outcome()
        do {
            if target.isSampleEncrypted || target.countsByEssence {
                try checkSamples(target, into: &outcome)
            } else {
                try checkBytes(target, into: &outcome)
            }
        } catch let failure as TargetFailure {
            outcome.findings.append(target.finding(failure.rule, failure.message, offset: failure.offset))
        } catch let error as PackagingError {
            throw error
        } catch let error as SystemCallError {
            outcome.findings.append(target.finding(.media, "the file cannot be read (\(error.reason))"))
        } catch {
            throw .fault(String(describing: error))
        }
        return outcome
    }

    /// Checks a target of SAMPLE-AES, or a clear one beside such.
    private mutating func checkSamples(_ target: VerificationTarget, into outcome: inout Outcome) throws {
        switch SampleContainer.sniff(try prefix(of: target)) {
        case .transportStream:
            try essence.check(target, .transportStream, into: &outcome)
        case .packedAudio:
            try essence.check(target, .packedAudio, into: &outcome)
        case .text:
            try checkBytes(target, into: &outcome)
            guard target.isSampleEncrypted else { return }
            let message = "SAMPLE-AES has no rule for WebVTT: the segment is clear under its key"
            outcome.findings.append(target.finding(.notProtected, message, severity: .warning))
        case .none(.fragmentedMP4) where target.isSampleEncrypted,
            .none(.initializationSection) where target.isSampleEncrypted:
            let message = "SAMPLE-AES of fragmented MP4 (cbcs) cannot be checked by this version"
            outcome.findings.append(target.finding(.notChecked, message))
        case .none:
            try checkBytes(target, into: &outcome)
        }
    }

    /// Checks a target all of whose bytes are decrypted or clear.
    private mutating func checkBytes(_ target: VerificationTarget, into outcome: inout Outcome) throws {
        var sink = try ClearSink(target, digestKey: digestKey)
        do {
            try read(target, into: &sink, &outcome)
            outcome.code = try sink.finish()
        } catch let error as CipherError {
            let isClear = try looksClear(target) ?? ""
            outcome.findings.append(target.finding(.decryption, Self.text(of: error) + isClear))
        } catch let failure as TargetFailure {
            outcome.findings.append(target.finding(failure.rule, failure.message, offset: failure.offset))
        }
        outcome.findings += sink.findings(for: target, isComplete: outcome.code != nil)
        outcome.findings += SignallingCheck.findings(target, sink.shape)
        outcome.clearLength = sink.length
        outcome.codeLength = sink.length
        outcome.isSource = outcome.code != nil && sink.isSource
        outcome.kind = sink.shape.kind
        outcome.start = sink.shape.start
    }

    private mutating func read(
        _ target: VerificationTarget,
        into sink: inout ClearSink,
        _ outcome: inout Outcome
    ) throws {
        let file = try InputFile(path: target.location.path)
        let range = target.location.range ?? 0..<file.size
        guard range.upperBound <= file.size else {
            throw TargetFailure(
                .media,
                "the byte range ends behind the end of the file (\(range.upperBound), file of \(file.size) bytes)"
            )
        }
        outcome.range = range
        switch target.protection {
        case .clear, .sampleAES:
            try copy(range, of: file, into: &sink)
        case .wholeSegment(let record, let iv):
            guard !range.isEmpty,
                (range.upperBound - range.lowerBound) % WholeSegmentEncryption.blockLength == 0
            else {
                throw TargetFailure(
                    .decryption,
                    "the ciphertext is no whole number of blocks (\(range.upperBound - range.lowerBound) bytes, "
                        + "expected a multiple of 16)" + (try looksClear(target) ?? "")
                )
            }
            try decrypt(range, of: file, with: try CBCDecryptor(key: record.key, iv: iv), into: &sink)
        case .iFrame(let record, let iv):
            try decryptIFrame(range, of: file, key: record.key, iv: iv, into: &sink)
        }
    }

    /// What to add to a complaint about ciphertext that begins as a clear stream does; nil if it does not.
    private mutating func looksClear(_ target: VerificationTarget) throws(SystemCallError) -> String? {
        let kind = StreamKind.sniff(try prefix(of: target).prefix(StreamKind.sniffLength))
        return kind == .unknown ? nil : "; it is not encrypted at all: it begins as \(kind)"
    }

    /// The first bytes of the target, as many as tell what it is.
    private mutating func prefix(of target: VerificationTarget) throws(SystemCallError) -> ArraySlice<UInt8> {
        let file = try InputFile(path: target.location.path)
        let range = target.location.range ?? 0..<file.size
        // Who reads all of it says so.
        guard range.upperBound <= file.size else { return [] }
        let wanted = Int(min(UInt64(PacketFormat.detectionLength), range.upperBound - range.lowerBound))
        return input[..<(try file.read(into: &input, count: wanted, at: range.lowerBound))]
    }

    private mutating func copy(
        _ range: Range<UInt64>,
        of file: borrowing InputFile,
        into sink: inout ClearSink
    ) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = try readPiece(from: offset, to: range.upperBound, of: file)
            try sink.take(input, 0..<count)
            offset += UInt64(count)
        }
    }

    private mutating func decrypt(
        _ range: Range<UInt64>,
        of file: borrowing InputFile,
        with decryptor: consuming CBCDecryptor,
        into sink: inout ClearSink
    ) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = try readPiece(from: offset, to: range.upperBound, of: file)
            let clear = try Self.update(&decryptor, with: input, count: count, into: &output)
            try sink.take(output, 0..<clear)
            offset += UInt64(count)
        }
        var target = output.mutableSpan
        let clear = try decryptor.finish(into: &target)
        try sink.take(output, 0..<clear)
    }

    private mutating func decryptIFrame(
        _ range: Range<UInt64>,
        of file: borrowing InputFile,
        key: ContentKey,
        iv: InitializationVector,
        into sink: inout ClearSink
    ) throws {
        let window = IFrameWindow(covering: range)
        guard window.blocks.upperBound <= file.size else {
            throw TargetFailure(.media, "the blocks of the I-frame end behind the end of the file")
        }
        var vector = iv
        if let block = window.chainingBlock {
            _ = try readPiece(from: block.lowerBound, to: block.upperBound, of: file)
            vector = try InitializationVector(bytes: Array(input[..<16]))
        }
        sink.limit(skipping: window.lead, to: range.upperBound - range.lowerBound)
        let decryptor = try CBCDecryptor(key: key, iv: vector, padding: false)
        try decrypt(window.blocks, of: file, with: decryptor, into: &sink)
    }

    private static func update(
        _ decryptor: inout CBCDecryptor,
        with ciphertext: [UInt8],
        count: Int,
        into output: inout [UInt8]
    ) throws(CipherError) -> Int {
        var target = output.mutableSpan
        return try decryptor.update(ciphertext.span.extracting(0..<count), into: &target)
    }

    private mutating func readPiece(
        from offset: UInt64,
        to end: UInt64,
        of file: borrowing InputFile
    ) throws -> Int {
        try cancellation.check()
        let wanted = Int(min(UInt64(Self.pieceLength), end - offset))
        let count = try file.read(into: &input, count: wanted, at: offset)
        guard count == wanted else {
            throw TargetFailure(.media, "the file became shorter while it was read")
        }
        progress.advance(by: UInt64(count))
        return count
    }

    private static func text(of error: CipherError) -> String {
        switch error {
        case .badPadding:
            "the padding is wrong: another key, or changed or truncated ciphertext"
        default:
            "\(error)"
        }
    }
}

/// Why the clear bytes of a target cannot be had.
struct TargetFailure: Error {
    let rule: Finding.Rule
    let message: String
    let offset: UInt64?

    init(_ rule: Finding.Rule, _ message: String, offset: UInt64? = nil) {
        self.rule = rule
        self.message = message
        self.offset = offset
    }
}
