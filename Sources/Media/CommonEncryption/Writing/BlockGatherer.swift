import Ciphers

/// A contiguous copy of the encrypted blocks of a range, so that one call of the cipher handles them all.
struct BlockGatherer: Sendable {
    /// The offsets of equally spaced 16-byte blocks, all of them within a buffer.
    struct Pattern {
        /// The offset of the first block.
        let start: Int
        /// The distance from one block to the next in bytes, at least 16.
        let period: Int
        let count: Int
    }

    /// A 16-byte block as two lanes of eight bytes.
    private typealias Block = SIMD2<UInt64>
    private static let blockSize = 16

    /// The copied blocks; may be larger, because it is kept for other ranges.
    private var bytes: [UInt8] = []

    /// Copies the blocks out of a buffer.
    mutating func gather(_ pattern: Pattern, from stream: Span<UInt8>) {
        Self.require(pattern, in: stream.count)
        let size = pattern.count * Self.blockSize
        if bytes.count < size { bytes.append(contentsOf: repeatElement(0, count: size - bytes.count)) }
        unsafe stream.withUnsafeBytes { stream in
            unsafe bytes.withUnsafeMutableBytes { blocks in
                for index in 0..<pattern.count {
                    let blockOffset = pattern.start + index * pattern.period
                    let block = unsafe stream.loadUnaligned(fromByteOffset: blockOffset, as: Block.self)
                    unsafe blocks.storeBytes(of: block, toByteOffset: index * Self.blockSize, as: Block.self)
                }
            }
        }
    }

    /// Continues a CBC chain over the first `count` copied blocks.
    mutating func apply(_ chain: inout CBCChain?, count: Int) throws(CipherError) {
        var span = bytes.mutableSpan
        try chain?.update(&span, 0..<count * Self.blockSize)
    }

    /// Copies the blocks back to the buffer.
    func write(_ pattern: Pattern, to stream: inout MutableSpan<UInt8>) {
        Self.require(pattern, in: stream.count)
        unsafe stream.withUnsafeMutableBytes { stream in
            unsafe bytes.withUnsafeBytes { blocks in
                for index in 0..<pattern.count {
                    let blockOffset = pattern.start + index * pattern.period
                    let block = unsafe blocks.loadUnaligned(
                        fromByteOffset: index * Self.blockSize,
                        as: Block.self
                    )
                    unsafe stream.storeBytes(of: block, toByteOffset: blockOffset, as: Block.self)
                }
            }
        }
    }

    private static func require(_ pattern: Pattern, in count: Int) {
        precondition(pattern.start >= 0 && pattern.count > 0)
        precondition(pattern.start + (pattern.count - 1) * pattern.period + blockSize <= count)
    }
}
