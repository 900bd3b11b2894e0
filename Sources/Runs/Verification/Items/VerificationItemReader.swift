import Ciphers
import Failures
import Inspection
import KeyStore
import MediaProbing
import Presentations
import SampleEncryption
import TextFormats

/// Reads the bytes of verification items and decrypts AES-128 and AES-256-GCM, with reused buffers.
struct VerificationItemReader {
    private static let pieceLength = 256 * 1024

    private let cancellation: Cancellation
    private let progress: any ProgressSink
    private var input = [UInt8](repeating: 0, count: pieceLength)
    private var output = [UInt8](repeating: 0, count: pieceLength + 32)

    init(cancellation: Cancellation, progress: any ProgressSink) {
        self.cancellation = cancellation
        self.progress = progress
    }

    /// Passes the clear bytes of an item to `sink`.
    ///
    /// - Parameters:
    ///   - item: the item; samples that are encrypted one by one are not decrypted.
    ///   - sink: receives the bytes in pieces; those of AES-256-GCM are not authenticated before this
    ///     returns.
    ///   - range: set to the byte range of the file that is read, once it is known.
    /// - Throws: `VerificationFailure` if the bytes are missing or too few, `CipherError` if they cannot be
    ///   decrypted, `SystemCallError` if the file cannot be read, `RunFailure` to stop.
    mutating func read(
        _ item: VerificationItem,
        into sink: inout ClearSink,
        range: inout Range<UInt64>
    ) throws {
        let file = try InputFile(path: item.location.path)
        range = try item.location.range(in: file)
        switch item.protection {
        case .clear, .sampleAES, .commonEncryption:
            try copy(range, of: file, into: &sink)
        case .wholeSegment(let record, let iv):
            guard !range.isEmpty,
                (range.upperBound - range.lowerBound) % AES128SegmentLayout.blockLength == 0
            else {
                throw VerificationFailure(
                    .decryption,
                    "the ciphertext is not a whole number of blocks (\(CountText.text(range.upperBound - range.lowerBound, "byte")), "
                        + "expected a multiple of 16)" + (try item.clearFormatRemark() ?? "")
                )
            }
            try decrypt(range, of: file, with: try CBCDecryptor(key: record.key, iv: iv), into: &sink)
        case .gcmSegment(let record):
            try decryptGCM(range, of: file, item, key: record.key, into: &sink)
        case .iFrame(let record, let iv):
            try decryptIFrame(range, of: file, key: record.key, iv: iv, into: &sink)
        }
    }

    private mutating func copy(
        _ range: Range<UInt64>,
        of file: borrowing InputFile,
        into sink: inout ClearSink
    ) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = try readPiece(from: offset, to: range.upperBound, of: file)
            try sink.consume(input, 0..<count)
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
            let clearCount = try Self.update(&decryptor, with: input, count: count, into: &output)
            try sink.consume(output, 0..<clearCount)
            offset += UInt64(count)
        }
        var outputSpan = output.mutableSpan
        let clearCount = try decryptor.finish(into: &outputSpan)
        try sink.consume(output, 0..<clearCount)
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
            throw VerificationFailure(.media, "the blocks of the I-frame end after the end of the file")
        }
        var chainingIV = iv
        if let block = window.chainingBlock {
            _ = try readPiece(from: block.lowerBound, to: block.upperBound, of: file)
            chainingIV = try InitializationVector(bytes: Array(input[..<16]))
        }
        sink.limit(skipping: window.skippedByteCount, to: range.upperBound - range.lowerBound)
        let decryptor = try CBCDecryptor(key: key, iv: chainingIV, padding: false)
        try decrypt(window.blocks, of: file, with: decryptor, into: &sink)
    }

    private mutating func decryptGCM(
        _ range: Range<UInt64>,
        of file: borrowing InputFile,
        _ item: VerificationItem,
        key: ContentKey,
        into sink: inout ClearSink
    ) throws {
        guard range.upperBound - range.lowerBound >= UInt64(SegmentGCM.overheadByteCount) else {
            throw VerificationFailure(
                .decryption,
                "the segment is too short for AES-256-GCM (\(CountText.text(range.upperBound - range.lowerBound, "byte")), expected "
                    + "\(SegmentGCM.overheadByteCount) at least: IV and tag)"
                    + (try item.clearFormatRemark() ?? "")
            )
        }
        let start = range.lowerBound + UInt64(SegmentGCM.ivByteCount)
        let end = range.upperBound - UInt64(SegmentGCM.tagByteCount)
        _ = try readPiece(from: range.lowerBound, to: start, of: file)
        let iv = try InitializationVector(bytes: Array(input[..<SegmentGCM.ivByteCount]))
        sink.iv = iv
        var decryptor = try SegmentGCMDecryptor(key: key, iv: iv)
        var offset = start
        while offset < end {
            let count = try readPiece(from: offset, to: end, of: file)
            try Self.update(&decryptor, with: input, count: count, into: &output)
            try sink.consume(output, 0..<count)
            offset += UInt64(count)
        }
        _ = try readPiece(from: end, to: range.upperBound, of: file)
        try decryptor.finish(tag: Array(input[..<SegmentGCM.tagByteCount]))
    }

    private static func update(
        _ decryptor: inout SegmentGCMDecryptor,
        with ciphertext: [UInt8],
        count: Int,
        into output: inout [UInt8]
    ) throws(CipherError) {
        var outputSpan = output.mutableSpan
        try decryptor.update(ciphertext.span.extracting(0..<count), into: &outputSpan)
    }

    private static func update(
        _ decryptor: inout CBCDecryptor,
        with ciphertext: [UInt8],
        count: Int,
        into output: inout [UInt8]
    ) throws(CipherError) -> Int {
        var outputSpan = output.mutableSpan
        return try decryptor.update(ciphertext.span.extracting(0..<count), into: &outputSpan)
    }

    private mutating func readPiece(
        from offset: UInt64,
        to end: UInt64,
        of file: borrowing InputFile
    ) throws -> Int {
        try cancellation.check()
        let wanted = Int(min(UInt64(Self.pieceLength), end - offset))
        let count = try file.read(into: &input, count: wanted, at: offset)
        guard count == wanted else { throw VerificationFailure.shortenedFile }
        progress.advance(by: UInt64(count))
        return count
    }
}

extension VerificationItem {
    /// Returns a clause for messages if the bytes begin like a clear stream, or nil if they do not.
    func clearFormatRemark() throws(SystemCallError) -> String? {
        let kind = StreamKind.sniff(try location.prefix(StreamKind.detectionLength))
        return kind == .unknown ? nil : "; it is not encrypted at all (its first bytes are clear: \(kind))"
    }
}
