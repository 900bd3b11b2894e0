import Ciphers
import KeyStore
import Presentations
import SampleEncryption

/// Writes media resources encrypted with AES-256-GCM: IV, ciphertext, tag (RFC 8216bis 4.4.4.4).
///
/// The IV depends on the bytes, so they are read twice, in pieces: first for the MAC that the IV is derived
/// from, then to be encrypted. The second pass computes this MAC again. If it differs, the file changed
/// meanwhile, and the ciphertext is under the IV of other bytes: the run fails, and nothing is published. A
/// resource that fits into one piece is read once.
struct GCMResourceWriter {
    private var clear: [UInt8] = []
    private var output: [UInt8] = []

    /// Writes one media resource.
    ///
    /// - Parameters:
    ///   - unit: the media resource, with its output offset.
    ///   - place: the location that the IV is derived from, together with the bytes.
    ///   - record: the key, of 32 bytes.
    ///   - input: the clear file.
    ///   - file: the output file.
    ///   - context: the key of the store's MACs, cancellation and progress.
    /// - Returns: the MAC and length of the clear bytes, for the digest of the rendition.
    /// - Throws: `PresentationError.mediaChanged` if the passes read different bytes; file and cipher errors.
    mutating func write(
        _ unit: MediaResource,
        at place: IVContext,
        _ record: KeyRecord,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        _ context: ResourceWriter.Context
    ) throws -> ResourceWriter.ResourceMAC {
        allocateBuffers()
        let vectors = try GCMSegmentIVs(under: record.key, of: record.identity.fields)
        let digest = try digest(of: unit, under: vectors.digestKey, from: input, context)
        let iv = vectors.iv(at: place, length: unit.clearLength, mac: digest)
        var code = try MediaAuthenticationCode(key: context.digestKey)
        let isReadTwice = unit.clearLength > UInt64(ResourceWriter.pieceLength)
        var again = try MediaAuthenticationCode(key: vectors.digestKey)
        var encryptor = try SegmentGCMEncryptor(key: record.key, iv: iv)
        try file.write(iv.bytes, count: SegmentGCM.ivByteCount, at: unit.outputOffset)
        var end = unit.outputOffset + UInt64(SegmentGCM.ivByteCount)
        var done: UInt64 = 0
        while done < unit.clearLength {
            let count = Self.pieceLength(of: unit, at: done)
            if isReadTwice {
                try readPiece(count, of: unit, at: done, from: input, context)
                try again.update(clear.span.extracting(0..<count))
            }
            try code.update(clear.span.extracting(0..<count))
            try Self.update(&encryptor, with: clear, count: count, into: &output)
            try file.write(output, count: count, at: end)
            context.progress.advance(by: UInt64(count))
            done += UInt64(count)
            end += UInt64(count)
        }
        if isReadTwice, try again.finish() != digest { throw PresentationError.mediaChanged(file: unit.file) }
        let tag = try encryptor.finish()
        try file.write(tag, count: tag.count, at: end)
        guard end + UInt64(tag.count) == unit.outputRange.upperBound else {
            throw PresentationError.fault("\(unit.file): ciphertext that ends at \(end + UInt64(tag.count))")
        }
        return ResourceWriter.ResourceMAC(code: try code.finish(), length: unit.clearLength)
    }

    /// Computes the MAC that the IV is derived from (first pass).
    ///
    /// If the media resource fits into one piece, `clear` contains all of it afterwards.
    private mutating func digest(
        of unit: MediaResource,
        under key: ContentKey,
        from input: borrowing SourceFile,
        _ context: ResourceWriter.Context
    ) throws -> [UInt8] {
        var code = try MediaAuthenticationCode(key: key)
        var done: UInt64 = 0
        while done < unit.clearLength {
            let count = Self.pieceLength(of: unit, at: done)
            try readPiece(count, of: unit, at: done, from: input, context)
            try code.update(clear.span.extracting(0..<count))
            done += UInt64(count)
        }
        return try code.finish()
    }

    private mutating func readPiece(
        _ count: Int,
        of unit: MediaResource,
        at done: UInt64,
        from input: borrowing SourceFile,
        _ context: ResourceWriter.Context
    ) throws {
        try context.cancellation.check()
        try ClearPartReader.read(unit, into: &clear, 0..<count, at: done, from: input)
    }

    private static func update(
        _ encryptor: inout SegmentGCMEncryptor,
        with clear: [UInt8],
        count: Int,
        into output: inout [UInt8]
    ) throws(CipherError) {
        var target = output.mutableSpan
        try encryptor.update(clear.span.extracting(0..<count), into: &target)
    }

    private static func pieceLength(of unit: MediaResource, at done: UInt64) -> Int {
        Int(min(UInt64(ResourceWriter.pieceLength), unit.clearLength - done))
    }

    /// Allocates the buffers at the first use; runs with other methods never need them.
    private mutating func allocateBuffers() {
        guard clear.isEmpty else { return }
        clear = [UInt8](repeating: 0, count: ResourceWriter.pieceLength)
        output = [UInt8](repeating: 0, count: ResourceWriter.pieceLength)
    }
}
