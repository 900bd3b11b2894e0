import Ciphers

/// The encrypted blocks of a range, one behind the other, so that one call to the cipher does them all.
struct BlockGathering: Sendable {
    /// Where the blocks are, all of them in the stream.
    struct Pattern {
        /// The first block.
        let start: Int
        /// Bytes from one to the next, at least 16.
        let period: Int
        /// How many there are.
        let count: Int
    }

    /// Eight bytes a lane.
    private typealias Block = SIMD2<UInt64>
    private static let blockSize = 16

    /// At least as many bytes as the blocks have: it is kept for other ranges.
    private var bytes: [UInt8] = []

    /// Takes the blocks out of a stream.
    mutating func gather(_ pattern: Pattern, from stream: Span<UInt8>) {
        Self.require(pattern, in: stream.count)
        let size = pattern.count * Self.blockSize
        if bytes.count < size { bytes.append(contentsOf: repeatElement(0, count: size - bytes.count)) }
        unsafe stream.withUnsafeBytes { stream in
            unsafe bytes.withUnsafeMutableBytes { blocks in
                for index in 0..<pattern.count {
                    let place = pattern.start + index * pattern.period
                    let block = unsafe stream.loadUnaligned(fromByteOffset: place, as: Block.self)
                    unsafe blocks.storeBytes(of: block, toByteOffset: index * Self.blockSize, as: Block.self)
                }
            }
        }
    }

    /// Continues a chain over the first blocks.
    mutating func apply(_ chain: inout CBCChain?, count: Int) throws(CipherError) {
        var span = bytes.mutableSpan
        try chain?.update(&span, 0..<count * Self.blockSize)
    }

    /// Puts the blocks back.
    func write(_ pattern: Pattern, to stream: inout MutableSpan<UInt8>) {
        Self.require(pattern, in: stream.count)
        unsafe stream.withUnsafeMutableBytes { stream in
            unsafe bytes.withUnsafeBytes { blocks in
                for index in 0..<pattern.count {
                    let place = pattern.start + index * pattern.period
                    let block = unsafe blocks.loadUnaligned(
                        fromByteOffset: index * Self.blockSize,
                        as: Block.self
                    )
                    unsafe stream.storeBytes(of: block, toByteOffset: place, as: Block.self)
                }
            }
        }
    }

    private static func require(_ pattern: Pattern, in count: Int) {
        precondition(pattern.start >= 0 && pattern.count > 0)
        precondition(pattern.start + (pattern.count - 1) * pattern.period + blockSize <= count)
    }
}
