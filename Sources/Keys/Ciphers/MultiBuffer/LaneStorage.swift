/// Memory for the lanes of `MultiBufferCBC`, uninitialized at first and accessed only through pointers.
@safe
final class LaneStorage {
    let lanes: UnsafeMutablePointer<CBCLane>
    /// The blocks that are encrypted together: for each lane the last ciphertext block, or the next clear
    /// block combined with it.
    let states: UnsafeMutablePointer<CipherBlock>
    /// The last block of each chain, with its padding.
    private let paddedBlocks: UnsafeMutablePointer<CipherBlock>
    /// Blocks of the first lane that are not adjacent in the buffer, copied together.
    let gathered: UnsafeMutablePointer<CipherBlock>
    /// The maximum number of blocks in `gathered`.
    static let gatheredBlockCount = 64

    init(laneCount: Int) {
        unsafe lanes = .allocate(capacity: laneCount)
        unsafe states = .allocate(capacity: laneCount)
        unsafe paddedBlocks = .allocate(capacity: laneCount)
        unsafe gathered = .allocate(capacity: Self.gatheredBlockCount)
    }

    deinit {
        unsafe lanes.deallocate()
        unsafe states.deallocate()
        unsafe paddedBlocks.deallocate()
        unsafe gathered.deallocate()
    }

    /// Returns 16 bytes for the padded block of a chain that starts in a lane.
    ///
    /// Lanes move only when no chain is left to start, so the memory of a lane that moved is not used again.
    func paddedBlock(_ index: Int) -> UnsafeMutableRawPointer {
        unsafe UnsafeMutableRawPointer(paddedBlocks + index)
    }

    /// Moves a lane to the index of a lane that ended.
    func move(_ index: Int, to endedIndex: Int) {
        unsafe lanes[endedIndex] = lanes[index]
        unsafe states[endedIndex] = states[index]
    }

    /// Copies clear blocks of the first lane together.
    ///
    /// - Parameters:
    ///   - blocks: the blocks, counted from the next block of the lane.
    ///   - period: the distance from one block to the next, in bytes.
    func gather(_ blocks: Range<Int>, _ period: Int) {
        precondition(blocks.count <= Self.gatheredBlockCount)
        for (index, block) in blocks.enumerated() {
            unsafe gathered[index] = lanes[0].source
                .loadUnaligned(fromByteOffset: block * period, as: CipherBlock.self)
        }
    }

    /// Copies gathered blocks to the output of the first lane.
    func scatter(_ blocks: Range<Int>, _ period: Int) {
        precondition(blocks.count <= Self.gatheredBlockCount)
        for (index, block) in blocks.enumerated() {
            unsafe lanes[0].target
                .storeBytes(of: gathered[index], toByteOffset: block * period, as: CipherBlock.self)
        }
    }
}
