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

    private var chain: CBCChain

    /// A cipher for one stream of one segment.
    package init(_ direction: CBCChain.Direction, key: SampleAESKey) throws(CipherError) {
        chain = try CBCChain(direction, key: key.key, iv: key.iv)
    }

    /// Encrypts or decrypts frames in place.
    ///
    /// The chain starts again where an access unit does, and runs on over the other syncframes of E-AC-3; a frame
    /// without a whole block leaves it where it was.
    ///
    /// - Parameters:
    ///   - frames: the frames in `bytes`, in the order of the stream.
    ///   - bytes: the elementary stream.
    /// - Throws: `CipherError` where OpenSSL fails, or a frame is not in `bytes`.
    package mutating func apply(
        to frames: [AudioFrame],
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        for frame in frames { try apply(to: frame, in: &bytes) }
    }

    /// Encrypts or decrypts the next frame in place.
    ///
    /// - Parameters:
    ///   - frame: the frame in `bytes`, which follows the one before.
    ///   - bytes: the elementary stream.
    /// - Throws: `CipherError` where OpenSSL fails, or the frame is not in `bytes`.
    package mutating func apply(
        to frame: AudioFrame,
        in bytes: inout MutableSpan<UInt8>
    ) throws(CipherError) {
        if frame.startsAccessUnit { chain.restart() }
        let blocks = Self.protectedRange(of: frame)
        // A frame shorter than its clear part has an empty range that lies behind it.
        if !blocks.isEmpty { try chain.update(&bytes, blocks) }
    }

    /// The whole blocks of a frame; empty when it has none.
    static func protectedRange(of frame: AudioFrame) -> Range<Int> {
        let blockSize = CBCChain.blockByteCount
        let start = frame.range.lowerBound + frame.headerSize + clearByteCount
        let blocks = max(0, frame.range.upperBound - start) / blockSize
        return start..<start + blocks * blockSize
    }
}
