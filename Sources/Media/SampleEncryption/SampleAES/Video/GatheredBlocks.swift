import Ciphers

/// The blocks of a NAL unit to encrypt or decrypt, gathered in one buffer for a single call of the cipher.
struct GatheredBlocks {
    /// A block as two lanes of eight bytes.
    private typealias Block = SIMD2<UInt64>

    /// The buffer, which has at least the size of the blocks; it is kept for the next units.
    private var bytes: [UInt8] = []

    /// Copies the blocks of a unit, which must be within `stream`, into the buffer.
    mutating func gather(_ pattern: AVCEncryptionPattern, from stream: Span<UInt8>) {
        let size = pattern.blockCount * AVCEncryptionPattern.blockSize
        if bytes.count < size { bytes.append(contentsOf: repeatElement(0, count: size - bytes.count)) }
        unsafe stream.withUnsafeBytes { stream in
            unsafe bytes.withUnsafeMutableBytes { blocks in
                for index in 0..<pattern.blockCount {
                    let block = unsafe stream.loadUnaligned(
                        fromByteOffset: pattern.blockStart(index),
                        as: Block.self
                    )
                    unsafe blocks.storeBytes(
                        of: block,
                        toByteOffset: index * AVCEncryptionPattern.blockSize,
                        as: Block.self
                    )
                }
            }
        }
    }

    /// Encrypts or decrypts the blocks as one CBC chain of their own.
    mutating func apply(_ chain: inout CBCChain, blockCount: Int) throws(CipherError) {
        var span = bytes.mutableSpan
        chain.restart()
        try chain.update(&span, 0..<blockCount * AVCEncryptionPattern.blockSize)
    }

    /// Copies the blocks back into `stream`.
    func write(_ pattern: AVCEncryptionPattern, to stream: inout MutableSpan<UInt8>) {
        unsafe stream.withUnsafeMutableBytes { stream in
            unsafe bytes.withUnsafeBytes { blocks in
                for index in 0..<pattern.blockCount {
                    let block = unsafe blocks.loadUnaligned(
                        fromByteOffset: index * AVCEncryptionPattern.blockSize,
                        as: Block.self
                    )
                    unsafe stream.storeBytes(
                        of: block,
                        toByteOffset: pattern.blockStart(index),
                        as: Block.self
                    )
                }
            }
        }
    }

    /// Finds the next block that contains a zero pair, or forms one with the byte before or after it.
    ///
    /// - Parameters:
    ///   - first: the index of the first block to examine.
    ///   - pattern: the pattern with which the blocks were written.
    ///   - stream: the stream to which they were written.
    /// - Returns: the index of the block, or nil if there is none.
    func nextWithZeroPair(
        from first: Int,
        _ pattern: AVCEncryptionPattern,
        in stream: Span<UInt8>
    ) -> Int? {
        unsafe stream.withUnsafeBytes { stream in
            unsafe bytes.withUnsafeBytes { blocks in
                for index in first..<pattern.blockCount {
                    let block = unsafe blocks.loadUnaligned(
                        fromByteOffset: index * AVCEncryptionPattern.blockSize,
                        as: Block.self
                    )
                    let start = pattern.blockStart(index)
                    let before = unsafe stream[start - 1]
                    let after = unsafe stream[start + AVCEncryptionPattern.blockSize]
                    if Self.hasZeroPair(block, before: before, after: after) { return index }
                }
                return nil
            }
        }
    }

    /// Each word is combined with itself shifted up by one byte, with the preceding byte shifted in; a zero
    /// byte in the result is a zero pair.
    @inline(__always)
    private static func hasZeroPair(_ block: Block, before: UInt8, after: UInt8) -> Bool {
        let low = UInt64(littleEndian: block[0])
        let high = UInt64(littleEndian: block[1])
        let pairs = Block(
            low | (low << 8 | UInt64(before)),
            high | (high << 8 | low >> 56)
        )
        // The lowest zero byte of a word always sets a bit here.
        let found = (pairs &- 0x0101_0101_0101_0101) & ~pairs & 0x8080_8080_8080_8080
        return found[0] | found[1] != 0 || (high >> 56) | UInt64(after) == 0
    }
}
