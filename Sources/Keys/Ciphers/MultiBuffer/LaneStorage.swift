/// Memory for the lanes of `MultiBufferCBC`: uninitialized at first, and never seen but through pointers.
@safe
final class LaneStorage {
    /// Where the lanes are.
    let lanes: UnsafeMutablePointer<CBCLane>
    /// The blocks that go to the cipher together: of each lane the last ciphertext block, or the next clear one combined
    /// with it.
    let states: UnsafeMutablePointer<CipherBlock>
    /// The last block of each chain, with its padding.
    private let paddedBlocks: UnsafeMutablePointer<CipherBlock>
    /// Blocks of the first lane that stand apart, put together.
    let gathered: UnsafeMutablePointer<CipherBlock>
    /// How many there are at most.
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

    /// 16 bytes for the padded block of a chain that starts in a lane.
    ///
    /// Lanes move when no chain is left to start: so nobody takes the block of a lane that moved.
    func paddedBlock(_ index: Int) -> UnsafeMutableRawPointer {
        unsafe UnsafeMutableRawPointer(paddedBlocks + index)
    }

    /// Moves a lane to the place of one that ended.
    func move(_ index: Int, to other: Int) {
        unsafe lanes[other] = lanes[index]
        unsafe states[other] = states[index]
    }

    /// Puts clear blocks of the first lane together.
    ///
    /// - Parameters:
    ///   - blocks: which, counted from where the lane is.
    ///   - period: bytes from one to the next.
    func gather(_ blocks: Range<Int>, _ period: Int) {
        precondition(blocks.count <= Self.gatheredBlockCount)
        for (index, block) in blocks.enumerated() {
            unsafe gathered[index] = lanes[0].source
                .loadUnaligned(fromByteOffset: block * period, as: CipherBlock.self)
        }
    }

    /// Puts blocks that were gathered to where those of the first lane go.
    func scatter(_ blocks: Range<Int>, _ period: Int) {
        precondition(blocks.count <= Self.gatheredBlockCount)
        for (index, block) in blocks.enumerated() {
            unsafe lanes[0].target
                .storeBytes(of: gathered[index], toByteOffset: block * period, as: CipherBlock.self)
        }
    }
}
