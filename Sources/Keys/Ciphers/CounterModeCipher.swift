/// AES-128 in counter mode (NIST SP 800-38A section 6.5) for common encryption, in place, for many short
/// messages under one key.
///
/// The counter block is eight bytes of the IV and a 64-bit block counter, which does not carry into the
/// IV (ISO/IEC 23001-7, 9.3). Setting an IV takes OpenSSL longer than encrypting a short message. This type
/// therefore generates the counter blocks itself, and OpenSSL only encrypts them in ECB mode.
package struct CounterModeCipher: ~Copyable {
    /// The first counter block of a message.
    package struct CounterBlock: Hashable, Sendable {
        /// The value of the first eight bytes, big-endian.
        var high: UInt64
        /// The value of the last eight bytes, big-endian: the block counter at the start of the message.
        var low: UInt64

        /// Creates a counter block from its halves.
        package init(high: UInt64, low: UInt64 = 0) {
            self.high = high
            self.low = low
        }

        /// Creates the counter block of a sample from its per-sample IV: 16 bytes, or 8 followed by a counter
        /// of 0.
        @inlinable
        package init(bytes: some Collection<UInt8>) throws(CipherError) {
            guard bytes.count == 8 || bytes.count == InitializationVector.byteCount else {
                throw .wrongLength(
                    of: "initialization vector",
                    actual: bytes.count,
                    expected: InitializationVector.byteCount
                )
            }
            high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// The size of a block, in bytes.
    static let blockByteCount = 16
    /// The length of key stream generated at once, in bytes; it fits into the first-level cache.
    private static let batchByteCount = 4096

    private var context: CipherContext
    /// Counter blocks, which OpenSSL replaces with the key stream.
    private var keyStream = [UInt8](repeating: 0, count: batchByteCount)

    /// Creates a cipher for one key, which both encrypts and decrypts.
    package init(key: ContentKey) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes128ECB, .encrypt, key: key, iv: [])
        }
        context.setPadding(false)
    }

    /// Encrypts or decrypts a part of a message in place.
    ///
    /// - Parameters:
    ///   - bytes: the buffer that contains the part.
    ///   - range: the range of the part in `bytes`.
    ///   - counterBlock: the first counter block of the message.
    ///   - position: the offset of the part in the message, in bytes: whole blocks.
    /// - Throws: `.partialBlock` if `position` is not whole blocks, `.outputTooSmall` if `range` exceeds
    ///   `bytes`.
    package mutating func apply(
        to bytes: inout MutableSpan<UInt8>,
        _ range: Range<Int>,
        counterBlock: CounterBlock,
        position: UInt64
    ) throws(CipherError) {
        let blockSize = UInt64(Self.blockByteCount)
        guard position.isMultiple(of: blockSize) else { throw .partialBlock(Int(position % blockSize)) }
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
            throw .outputTooSmall(actual: bytes.count, needed: range.upperBound)
        }
        var counter = counterBlock.low &+ position / blockSize
        var start = range.lowerBound
        while start < range.upperBound {
            let count = min(Self.batchByteCount, range.upperBound - start)
            let blockCount = (count + Self.blockByteCount - 1) / Self.blockByteCount
            try Self.generateKeyStream(
                &keyStream,
                &context,
                blockCount: blockCount,
                high: counterBlock.high,
                counter: counter
            )
            combine(&bytes, start..<start + count)
            counter &+= UInt64(blockCount)
            start += count
        }
    }

    /// Generates key stream in `keyStream`.
    ///
    /// This is static, because a span of one property forbids changes of another.
    private static func generateKeyStream(
        _ keyStream: inout [UInt8],
        _ context: inout CipherContext,
        blockCount: Int,
        high: UInt64,
        counter: UInt64
    ) throws(CipherError) {
        let bigEndianHigh = high.bigEndian
        var span = keyStream.mutableSpan
        unsafe span.withUnsafeMutableBytes { buffer in
            for index in 0..<blockCount {
                let block = CipherBlock(bigEndianHigh, (counter &+ UInt64(index)).bigEndian)
                unsafe buffer.storeBytes(
                    of: block,
                    toByteOffset: index * blockByteCount,
                    as: CipherBlock.self
                )
            }
        }
        try context.updateInPlace(&span, 0..<blockCount * blockByteCount)
    }

    /// Combines a range of `bytes` with the key stream by exclusive or.
    private func combine(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) {
        let size = Self.blockByteCount
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe keyStream.withUnsafeBytes { keyStream in
                let wholeBlocksByteCount = range.count / size * size
                for offset in stride(from: 0, to: wholeBlocksByteCount, by: size) {
                    let position = range.lowerBound + offset
                    let mixed =
                        unsafe bytes.loadUnaligned(fromByteOffset: position, as: CipherBlock.self)
                        ^ keyStream.loadUnaligned(fromByteOffset: offset, as: CipherBlock.self)
                    unsafe bytes.storeBytes(of: mixed, toByteOffset: position, as: CipherBlock.self)
                }
                for offset in wholeBlocksByteCount..<range.count {
                    unsafe bytes[range.lowerBound + offset] ^= keyStream[offset]
                }
            }
        }
    }
}
