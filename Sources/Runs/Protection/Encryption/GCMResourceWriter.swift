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
    ///   - resource: the media resource, with its output offset.
    ///   - ivContext: the location that the IV is derived from, together with the bytes.
    ///   - record: the key, of 32 bytes.
    ///   - input: the clear file.
    ///   - file: the output file.
    ///   - context: the key of the store's MACs, cancellation and progress.
    /// - Returns: the MAC and length of the clear bytes, for the digest of the rendition.
    /// - Throws: `PresentationError.mediaChanged` if the passes read different bytes; file and cipher errors.
    mutating func write(
        _ resource: MediaResource,
        at ivContext: IVContext,
        _ record: KeyRecord,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        _ context: ResourceWriter.Context
    ) throws -> ResourceWriter.ResourceMAC {
        allocateBuffers()
        let ivs = try GCMSegmentIVs(under: record.key, of: record.identity.fields)
        let firstMAC = try firstPassMAC(of: resource, under: ivs.digestKey, from: input, context)
        let iv = ivs.iv(at: ivContext, length: resource.clearLength, mac: firstMAC)
        var mac = try MediaAuthenticationCode(key: context.digestKey)
        let isReadTwice = resource.clearLength > UInt64(ResourceWriter.pieceLength)
        var secondMAC = try MediaAuthenticationCode(key: ivs.digestKey)
        var encryptor = try SegmentGCMEncryptor(key: record.key, iv: iv)
        try file.write(iv.bytes, count: SegmentGCM.ivByteCount, at: resource.outputOffset)
        var end = resource.outputOffset + UInt64(SegmentGCM.ivByteCount)
        var offset: UInt64 = 0
        while offset < resource.clearLength {
            let count = Self.pieceLength(of: resource, at: offset)
            if isReadTwice {
                try readPiece(count, of: resource, at: offset, from: input, context)
                try secondMAC.update(clear.span.extracting(0..<count))
            }
            try mac.update(clear.span.extracting(0..<count))
            try Self.update(&encryptor, with: clear, count: count, into: &output)
            try file.write(output, count: count, at: end)
            context.progress.advance(by: UInt64(count))
            offset += UInt64(count)
            end += UInt64(count)
        }
        if isReadTwice, try secondMAC.finish() != firstMAC {
            throw PresentationError.mediaChanged(file: resource.file)
        }
        let tag = try encryptor.finish()
        try file.write(tag, count: tag.count, at: end)
        guard end + UInt64(tag.count) == resource.outputRange.upperBound else {
            throw PresentationError.fault(
                "\(resource.file): ciphertext that ends at \(end + UInt64(tag.count))"
            )
        }
        return ResourceWriter.ResourceMAC(bytes: try mac.finish(), length: resource.clearLength)
    }

    /// Computes the MAC that the IV is derived from (first pass).
    ///
    /// If the media resource fits into one piece, `clear` contains all of it afterwards.
    private mutating func firstPassMAC(
        of resource: MediaResource,
        under key: ContentKey,
        from input: borrowing SourceFile,
        _ context: ResourceWriter.Context
    ) throws -> [UInt8] {
        var mac = try MediaAuthenticationCode(key: key)
        var offset: UInt64 = 0
        while offset < resource.clearLength {
            let count = Self.pieceLength(of: resource, at: offset)
            try readPiece(count, of: resource, at: offset, from: input, context)
            try mac.update(clear.span.extracting(0..<count))
            offset += UInt64(count)
        }
        return try mac.finish()
    }

    private mutating func readPiece(
        _ count: Int,
        of resource: MediaResource,
        at offset: UInt64,
        from input: borrowing SourceFile,
        _ context: ResourceWriter.Context
    ) throws {
        try context.cancellation.check()
        try ClearPartReader.read(resource, into: &clear, 0..<count, at: offset, from: input)
    }

    private static func update(
        _ encryptor: inout SegmentGCMEncryptor,
        with clear: [UInt8],
        count: Int,
        into output: inout [UInt8]
    ) throws(CipherError) {
        var outputSpan = output.mutableSpan
        try encryptor.update(clear.span.extracting(0..<count), into: &outputSpan)
    }

    private static func pieceLength(of resource: MediaResource, at offset: UInt64) -> Int {
        Int(min(UInt64(ResourceWriter.pieceLength), resource.clearLength - offset))
    }

    /// Allocates the buffers at the first use; runs with other methods never need them.
    private mutating func allocateBuffers() {
        guard clear.isEmpty else { return }
        clear = [UInt8](repeating: 0, count: ResourceWriter.pieceLength)
        output = [UInt8](repeating: 0, count: ResourceWriter.pieceLength)
    }
}
