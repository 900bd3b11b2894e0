/// The state of one chain of `MultiBufferCBC`.
///
/// The caller has checked that all blocks of the chain are in the buffers.
@safe
struct CBCLane {
    /// The next clear block.
    private(set) var source: UnsafeRawPointer
    /// The output for the next block.
    private(set) var target: UnsafeMutableRawPointer
    /// The number of whole blocks left from `source` on.
    private(set) var blockCount: Int
    /// The padded block after the whole blocks, or nil if there is none or `source` is already at it.
    private var paddedBlock: UnsafeRawPointer?

    /// Creates the state at the start of a part.
    ///
    /// - Parameters:
    ///   - part: a part of a chain, which must be in the buffers.
    ///   - input: the start of the input.
    ///   - output: the start of the output.
    ///   - storage: memory for the padded block, 16 bytes that must outlive this value.
    init(
        _ part: CBCChainPart,
        input: UnsafeRawPointer,
        output: UnsafeMutableRawPointer,
        storage: UnsafeMutableRawPointer
    ) {
        let size = MultiBufferCBC.blockByteCount
        unsafe source = input + part.sourceOffset
        unsafe target = output + part.targetOffset
        blockCount = part.count / size
        guard part.isPadded else { return }
        // No buffer contains the padded block, so it is put together in `storage`.
        let restCount = part.count % size
        unsafe storage.copyMemory(from: source + part.count - restCount, byteCount: restCount)
        for index in restCount..<size {
            unsafe storage.storeBytes(of: UInt8(size - restCount), toByteOffset: index, as: UInt8.self)
        }
        unsafe paddedBlock = UnsafeRawPointer(storage)
        if blockCount == 0 { _ = moveToPaddedBlock() }
    }

    /// Advances past encrypted blocks.
    ///
    /// - Parameters:
    ///   - count: the number of blocks, at most `blockCount`.
    ///   - period: the distance from one block to the next, in bytes.
    /// - Returns: true if more blocks follow.
    mutating func advance(by count: Int, _ period: Int) -> Bool {
        unsafe source += count * period
        unsafe target += count * period
        blockCount -= count
        return blockCount > 0 || moveToPaddedBlock()
    }

    private mutating func moveToPaddedBlock() -> Bool {
        guard let paddedBlock = unsafe paddedBlock else { return false }
        unsafe source = paddedBlock
        blockCount = 1
        unsafe self.paddedBlock = nil
        return true
    }
}
