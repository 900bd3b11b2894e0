/// AES-128 in counter mode (NIST SP 800-38A section 6.5) as common encryption has it, in place; made for many short
/// messages under one key.
///
/// The counter block is the vector's eight bytes and a 64-bit block counter, which does not carry into them (ISO/IEC
/// 23001-7, 9.3). OpenSSL takes longer to be given a vector than to encrypt a short message. So it only encrypts counter
/// blocks, which are made here.
package struct CounterModeCipher: ~Copyable {
    /// Where the counter of a message starts.
    package struct Vector: Hashable, Sendable {
        /// The first eight bytes, big endian.
        package var high: UInt64
        /// The last eight bytes, big endian: the block counter at the start of the message.
        package var low: UInt64

        /// A vector from its parts.
        package init(high: UInt64, low: UInt64 = 0) {
            self.high = high
            self.low = low
        }

        /// The vector of a sample: 8 bytes, which a counter of 0 follows, or 16.
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

    /// Size of a block.
    package static let blockByteCount = 16
    /// Key stream that is made at once: it stays in the nearest cache.
    private static let batchByteCount = 4096

    private var context: CipherContext
    /// Counter blocks, then the key stream.
    private var stream = [UInt8](repeating: 0, count: batchByteCount)

    /// A cipher for one key; encryption and decryption are the same.
    package init(key: ContentKey) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes128ECB, .encrypt, key: key, iv: [])
        }
        context.setPadding(false)
    }

    /// Encrypts or decrypts a part of a message in place.
    ///
    /// - Parameters:
    ///   - bytes: where the part is.
    ///   - range: the part.
    ///   - vector: that of the message.
    ///   - position: bytes of the message in front of the part: whole blocks.
    /// - Throws: `.partialBlock` where the part does not start with a block, `.outputTooSmall` where it is not in `bytes`.
    package mutating func apply(
        to bytes: inout MutableSpan<UInt8>,
        _ range: Range<Int>,
        vector: Vector,
        position: UInt64
    ) throws(CipherError) {
        let block = UInt64(Self.blockByteCount)
        guard position.isMultiple(of: block) else { throw .partialBlock(Int(position % block)) }
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
            throw .outputTooSmall(actual: bytes.count, needed: range.upperBound)
        }
        var counter = vector.low &+ position / block
        var start = range.lowerBound
        while start < range.upperBound {
            let count = min(Self.batchByteCount, range.upperBound - start)
            let blocks = (count + Self.blockByteCount - 1) / Self.blockByteCount
            try Self.makeStream(&stream, &context, blocks: blocks, high: vector.high, counter: counter)
            combine(&bytes, start..<start + count)
            counter &+= UInt64(blocks)
            start += count
        }
    }

    /// Static, because a span of one property forbids to change another.
    private static func makeStream(
        _ stream: inout [UInt8],
        _ context: inout CipherContext,
        blocks: Int,
        high: UInt64,
        counter: UInt64
    ) throws(CipherError) {
        let first = high.bigEndian
        var span = stream.mutableSpan
        unsafe span.withUnsafeMutableBytes { stream in
            for index in 0..<blocks {
                let block = CipherBlock(first, (counter &+ UInt64(index)).bigEndian)
                unsafe stream.storeBytes(
                    of: block,
                    toByteOffset: index * blockByteCount,
                    as: CipherBlock.self
                )
            }
        }
        try context.updateInPlace(&span, 0..<blocks * blockByteCount)
    }

    /// Combines a range of bytes with the key stream by exclusive or.
    private func combine(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) {
        let size = Self.blockByteCount
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe stream.withUnsafeBytes { stream in
                let whole = range.count / size * size
                for offset in stride(from: 0, to: whole, by: size) {
                    let place = range.lowerBound + offset
                    let mixed =
                        unsafe bytes.loadUnaligned(fromByteOffset: place, as: CipherBlock.self)
                        ^ stream.loadUnaligned(fromByteOffset: offset, as: CipherBlock.self)
                    unsafe bytes.storeBytes(of: mixed, toByteOffset: place, as: CipherBlock.self)
                }
                for offset in whole..<range.count {
                    unsafe bytes[range.lowerBound + offset] ^= stream[offset]
                }
            }
        }
    }
}
