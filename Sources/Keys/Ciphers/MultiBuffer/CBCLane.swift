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
    private var padded: UnsafeRawPointer?

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
        unsafe source = input + part.source
        unsafe target = output + part.target
        blockCount = part.count / size
        guard part.isPadded else { return }
        // No buffer contains the padded block, so it is put together in `storage`.
        let rest = part.count % size
        unsafe storage.copyMemory(from: source + part.count - rest, byteCount: rest)
        for index in rest..<size {
            unsafe storage.storeBytes(of: UInt8(size - rest), toByteOffset: index, as: UInt8.self)
        }
        unsafe padded = UnsafeRawPointer(storage)
        if blockCount == 0 { _ = takePadded() }
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
        return blockCount > 0 || takePadded()
    }

    private mutating func takePadded() -> Bool {
        guard let padded = unsafe padded else { return false }
        unsafe source = padded
        blockCount = 1
        unsafe self.padded = nil
        return true
    }
}
