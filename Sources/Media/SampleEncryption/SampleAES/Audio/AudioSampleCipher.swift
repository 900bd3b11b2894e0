package import Ciphers
package import ElementaryStreams

/// SAMPLE-AES of audio frames: whole blocks behind the ADTS header and 16 clear bytes.
///
/// A last block that is just full is encrypted, too; what is left of less than a block stays clear. Sizes never change,
/// and checksums stay those of the clear frame.
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Encryption of audio streams.
package struct AudioSampleCipher: ~Copyable {
    /// Bytes that stay clear at the start of a frame, behind its ADTS header.
    private static let clearByteCount = 16

    private let vector: InitializationVector
    /// One of the two, by the direction.
    private var chain: CBCChain?
    private var engine: MultiBufferCBC?
    /// What a frame that starts no access unit goes on from, while encrypting.
    private var continuation: InitializationVector
    /// The last block of the access unit at hand among those that are to be encrypted.
    private var lastBlock: Int?

    /// A cipher for one stream of one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        vector = key.iv
        continuation = key.iv
        switch direction {
        case .encrypt: engine = try MultiBufferCBC(key: key.key)
        case .decrypt: chain = try CBCChain(.decrypt, key: key.key, iv: key.iv)
        }
    }

    /// Encrypts or decrypts frames in place.
    ///
    /// The chain starts again where an access unit does, and runs on over the other syncframes of E-AC-3; a frame
    /// without a whole block leaves it where it was. So access units of one frame are encrypted side by side.
    ///
    /// - Parameters:
    ///   - frames: the frames in `bytes`, in the order of the stream; they follow those of the call before.
    ///   - bytes: the elementary stream.
    /// - Throws: `CipherError` where OpenSSL fails, or a frame is not in `bytes`.
    package mutating func apply(
        to frames: [AudioFrame],
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        if engine != nil { return try encrypt(frames, in: &bytes) }
        for frame in frames {
            if frame.startsAccessUnit { chain?.restart() }
            let blocks = Self.protectedRange(of: frame)
            // A frame shorter than its clear part has an empty range that lies behind it.
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
                continuation = vector
                lastBlock = nil
            } else {
                try encrypt(&parts, in: &bytes)
            }
            let blocks = Self.protectedRange(of: frame)
            guard !blocks.isEmpty else { continue }
            parts.append(CBCChainPart(inPlace: blocks, vector: continuation))
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
        if let lastBlock { continuation = InitializationVector(block: bytes.span, at: lastBlock) }
        lastBlock = nil
    }

    /// The whole blocks of a frame; empty when it has none.
    static func protectedRange(of frame: AudioFrame) -> Range<Int> {
        let blockSize = MultiBufferCBC.blockByteCount
        let start = frame.range.lowerBound + frame.headerSize + clearByteCount
        let blocks = max(0, frame.range.upperBound - start) / blockSize
        return start..<start + blocks * blockSize
    }
}
