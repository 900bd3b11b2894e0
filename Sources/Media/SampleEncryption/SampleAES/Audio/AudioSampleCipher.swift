package import Ciphers
package import ElementaryStreams

/// The SAMPLE-AES cipher for audio frames: whole blocks after the ADTS header and 16 clear bytes.
///
/// A final full block is encrypted too; a rest shorter than a block stays clear. Sizes never change, and
/// checksums stay those of the clear frame.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Encryption of audio streams.
package struct AudioSampleCipher: ~Copyable {
    /// The number of clear bytes at the start of a frame, after the ADTS header.
    private static let clearByteCount = 16

    private let iv: InitializationVector
    /// The cipher for decryption; nil when encrypting, which `engine` does.
    private var chain: CBCChain?
    private var engine: MultiBufferCBC?
    /// The IV for the next frame if that does not start an access unit; used for encryption only.
    private var nextIV: InitializationVector
    /// The position of the last pending block, whose ciphertext is the IV for the next frame; nil if none is
    /// pending.
    private var lastBlock: Int?

    /// Creates the cipher for one stream of one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        iv = key.iv
        nextIV = key.iv
        switch direction {
        case .encrypt: engine = try MultiBufferCBC(key: key.key)
        case .decrypt: chain = try CBCChain(.decrypt, key: key.key, iv: key.iv)
        }
    }

    /// Encrypts or decrypts frames in place.
    ///
    /// The CBC chain restarts at each access unit and continues over further syncframes of E-AC-3; a frame
    /// without a whole block does not affect it. So access units of one frame each are encrypted in parallel.
    ///
    /// - Parameters:
    ///   - frames: the frames in `bytes`, in stream order, directly after those of the previous call.
    ///   - bytes: the elementary stream.
    /// - Throws: `CipherError` if OpenSSL fails or a frame is not within `bytes`.
    package mutating func apply(
        to frames: [AudioFrame],
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        if engine != nil { return try encrypt(frames, in: &bytes) }
        for frame in frames {
            if frame.startsAccessUnit { chain?.restart() }
            let blocks = Self.protectedRange(of: frame)
            // For a frame shorter than its clear part, the range is empty and starts after the frame.
            if !blocks.isEmpty { try chain?.update(&bytes, blocks) }
        }
    }

    private mutating func encrypt(
        _ frames: [AudioFrame],
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        var parts: [CBCChainPart] = []
        for frame in frames {
            if frame.startsAccessUnit {
                nextIV = iv
                lastBlock = nil
            } else {
                try encrypt(&parts, in: &bytes)
            }
            let blocks = Self.protectedRange(of: frame)
            guard !blocks.isEmpty else { continue }
            parts.append(CBCChainPart(inPlace: blocks, iv: nextIV))
            lastBlock = blocks.upperBound - MultiBufferCBC.blockByteCount
        }
        try encrypt(&parts, in: &bytes)
    }

    private mutating func encrypt(
        _ parts: inout [CBCChainPart],
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        try engine?.encrypt(parts, inPlace: &bytes)
        parts.removeAll(keepingCapacity: true)
        if let lastBlock { nextIV = InitializationVector(block: bytes.span, at: lastBlock) }
        lastBlock = nil
    }

    /// Returns the range of the whole blocks of a frame, or an empty range if there are none.
    static func protectedRange(of frame: AudioFrame) -> Range<Int> {
        let blockSize = MultiBufferCBC.blockByteCount
        let start = frame.range.lowerBound + frame.headerSize + clearByteCount
        let blockCount = max(0, frame.range.upperBound - start) / blockSize
        return start..<start + blockCount * blockSize
    }
}
