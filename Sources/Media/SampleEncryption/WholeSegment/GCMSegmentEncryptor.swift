package import Ciphers

/// Encrypts a whole segment with AES-256-GCM: IV, ciphertext, tag (RFC 8216bis 4.4.4.4).
///
/// The IV depends on the bytes, so they are read twice, in pieces: first for the MAC that the IV is derived
/// from, then to be encrypted. The second pass computes this MAC again. If it differs, the bytes changed
/// meanwhile, and the ciphertext is under the IV of other bytes: it must not be published. A segment that fits
/// into one piece is read once.
package struct GCMSegmentEncryptor: SegmentEncryptor {
    /// The two passes read different bytes.
    package struct ChangedSegment: Error {}

    private let key: ContentKey
    private let identity: [[UInt8]]
    private let ivContext: IVContext
    private let digestKey: ContentKey

    /// Creates an encryptor for a segment.
    ///
    /// - Parameters:
    ///   - key: the content key, 32 bytes.
    ///   - identity: the purpose of the key; see `GCMSegmentIVs`.
    ///   - ivContext: the location that the IV is derived from, together with the bytes.
    ///   - digestKey: the key of the MAC over the clear bytes.
    package init(key: ContentKey, identity: [[UInt8]], at ivContext: IVContext, digestKey: ContentKey) {
        self.key = key
        self.identity = identity
        self.ivContext = ivContext
        self.digestKey = digestKey
    }

    /// Encrypts the segment; see `SegmentEncryptor`.
    ///
    /// - Throws: `CipherError`; ``ChangedSegment``; the errors of `read` and `write`.
    package func encrypt(
        length: UInt64,
        buffers: inout BufferPool,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void,
        write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> SegmentOutcome {
        var clear = buffers.take(atLeast: BufferPool.pieceLength)
        var output = buffers.take(atLeast: BufferPool.pieceLength)
        let ivs = try GCMSegmentIVs(under: key, of: identity)
        let firstMAC = try Self.mac(under: ivs.digestKey, length: length, piece: &clear, read: read)
        let iv = ivs.iv(at: ivContext, length: length, mac: firstMAC)
        var mac = try MediaAuthenticationCode(key: digestKey)
        var secondMAC = try MediaAuthenticationCode(key: ivs.digestKey)
        // If the segment fits into one piece, `clear` contains all of it after the first pass.
        let isReadTwice = length > UInt64(BufferPool.pieceLength)
        var encryptor = try SegmentGCMEncryptor(key: key, iv: iv)
        try write(iv.bytes, iv.bytes.indices)
        var offset: UInt64 = 0
        while offset < length {
            let range = Self.piece(at: offset, of: length)
            if isReadTwice {
                try read(&clear, range, offset)
                try secondMAC.update(clear.span.extracting(range))
            }
            try mac.update(clear.span.extracting(range))
            try Self.update(&encryptor, with: clear, range, into: &output)
            try write(output, range)
            offset += UInt64(range.count)
        }
        if isReadTwice, try secondMAC.finish() != firstMAC { throw ChangedSegment() }
        let tag = try encryptor.finish()
        try write(tag, tag.indices)
        buffers.recycle(clear)
        buffers.recycle(output)
        return SegmentOutcome(
            mac: MediaMAC(bytes: try mac.finish(), length: length),
            extent: OutputExtent(length: GCMSegmentLayout.length(ofClear: length))
        )
    }

    /// Computes the MAC that the IV is derived from (first pass).
    private static func mac(
        under key: ContentKey,
        length: UInt64,
        piece: inout [UInt8],
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void
    ) throws -> [UInt8] {
        var mac = try MediaAuthenticationCode(key: key)
        var offset: UInt64 = 0
        while offset < length {
            let range = Self.piece(at: offset, of: length)
            try read(&piece, range, offset)
            try mac.update(piece.span.extracting(range))
            offset += UInt64(range.count)
        }
        return try mac.finish()
    }

    private static func update(
        _ encryptor: inout SegmentGCMEncryptor,
        with clear: [UInt8],
        _ range: Range<Int>,
        into output: inout [UInt8]
    ) throws(CipherError) {
        var outputSpan = output.mutableSpan
        try encryptor.update(clear.span.extracting(range), into: &outputSpan)
    }

    /// Returns the range in the buffers of the piece at an offset of the segment.
    private static func piece(at offset: UInt64, of length: UInt64) -> Range<Int> {
        0..<Int(min(UInt64(BufferPool.pieceLength), length - offset))
    }
}
