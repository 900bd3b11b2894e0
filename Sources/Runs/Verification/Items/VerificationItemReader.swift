import Ciphers
import Inspection
import KeyStore
import MediaProbing
import Presentations
import SampleEncryption
import TextFormats
import TransportStreams

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
    ///   - target: the item; samples that are encrypted one by one are not decrypted.
    ///   - sink: receives the bytes in pieces; those of AES-256-GCM are not authenticated before this
    ///     returns.
    ///   - range: set to the byte range of the file that is read, once it is known.
    /// - Throws: `VerificationFailure` if the bytes are missing or too few, `CipherError` if they cannot be
    ///   decrypted, `SystemCallError` if the file cannot be read, `PresentationError` to stop.
    mutating func read(
        _ target: VerificationItem,
        into sink: inout ClearSink,
        range: inout Range<UInt64>
    ) throws {
        let file = try InputFile(path: target.location.path)
        let whole = target.location.range ?? 0..<file.size
        guard whole.upperBound <= file.size else {
            throw VerificationFailure(
                .media,
                "the byte range ends at byte \(whole.upperBound), after the end of the file (\(file.size) bytes)"
            )
        }
        range = whole
        switch target.protection {
        case .clear, .sampleAES, .commonEncryption:
            try copy(range, of: file, into: &sink)
        case .wholeSegment(let record, let iv):
            guard !range.isEmpty,
                (range.upperBound - range.lowerBound) % AES128SegmentLayout.blockLength == 0
            else {
                throw VerificationFailure(
                    .decryption,
                    "the ciphertext is not a whole number of blocks (\(CountText.text(range.upperBound - range.lowerBound, "byte")), "
                        + "expected a multiple of 16)" + (try clearFormatRemark(target) ?? "")
                )
            }
            try decrypt(range, of: file, with: try CBCDecryptor(key: record.key, iv: iv), into: &sink)
        case .sealed(let record):
            try decryptGCM(range, of: file, target, key: record.key, into: &sink)
        case .iFrame(let record, let iv):
            try decryptIFrame(range, of: file, key: record.key, iv: iv, into: &sink)
        }
    }

    /// Returns a clause for messages if the bytes begin like a clear stream, or nil if they do not.
    mutating func clearFormatRemark(_ target: VerificationItem) throws(SystemCallError) -> String? {
        let kind = StreamKind.sniff(try prefix(of: target).prefix(StreamKind.detectionLength))
        return kind == .unknown ? nil : "; it is not encrypted at all (its first bytes are clear: \(kind))"
    }

    /// Reads the first bytes of an item, as many as are needed to detect its format.
    mutating func prefix(of target: VerificationItem) throws(SystemCallError) -> ArraySlice<UInt8> {
        let file = try InputFile(path: target.location.path)
        let range = target.location.range ?? 0..<file.size
        // The full read reports this.
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
            let clear = try Self.update(&decryptor, with: input, count: count, into: &output)
            try sink.consume(output, 0..<clear)
            offset += UInt64(count)
        }
        var target = output.mutableSpan
        let clear = try decryptor.finish(into: &target)
        try sink.consume(output, 0..<clear)
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
        var vector = iv
        if let block = window.chainingBlock {
            _ = try readPiece(from: block.lowerBound, to: block.upperBound, of: file)
            vector = try InitializationVector(bytes: Array(input[..<16]))
        }
        sink.limit(skipping: window.skippedByteCount, to: range.upperBound - range.lowerBound)
        let decryptor = try CBCDecryptor(key: key, iv: vector, padding: false)
        try decrypt(window.blocks, of: file, with: decryptor, into: &sink)
    }

    private mutating func decryptGCM(
        _ range: Range<UInt64>,
        of file: borrowing InputFile,
        _ target: VerificationItem,
        key: ContentKey,
        into sink: inout ClearSink
    ) throws {
        guard range.upperBound - range.lowerBound >= UInt64(SegmentGCM.overheadByteCount) else {
            throw VerificationFailure(
                .decryption,
                "the segment is too short for AES-256-GCM (\(CountText.text(range.upperBound - range.lowerBound, "byte")), expected "
                    + "\(SegmentGCM.overheadByteCount) at least: IV and tag)"
                    + (try clearFormatRemark(target) ?? "")
            )
        }
        let start = range.lowerBound + UInt64(SegmentGCM.ivByteCount)
        let end = range.upperBound - UInt64(SegmentGCM.tagByteCount)
        _ = try readPiece(from: range.lowerBound, to: start, of: file)
        let vector = try InitializationVector(bytes: Array(input[..<SegmentGCM.ivByteCount]))
        sink.iv = vector
        var decryptor = try SegmentGCMDecryptor(key: key, iv: vector)
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
        var target = output.mutableSpan
        try decryptor.update(ciphertext.span.extracting(0..<count), into: &target)
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
            throw VerificationFailure(.media, "the file became shorter while it was read")
        }
        progress.advance(by: UInt64(count))
        return count
    }
}
