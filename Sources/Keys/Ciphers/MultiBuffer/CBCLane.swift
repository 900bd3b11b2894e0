/// Where one chain of `MultiBufferCBC` is.
///
/// Who makes one has checked that all its blocks are in the buffers.
@safe
struct CBCLane {
    /// The next clear block.
    private(set) var source: UnsafeRawPointer
    /// Where its ciphertext goes.
    private(set) var target: UnsafeMutableRawPointer
    /// Whole blocks that are still to be encrypted from there on.
    private(set) var blockCount: Int
    /// The padded block that comes behind them; nil where none does, or it is at hand.
    private var padded: UnsafeRawPointer?

    /// - Parameters:
    ///   - part: the part of a chain, which is in the buffers.
    ///   - input: the start of the input.
    ///   - output: the start of the output.
    ///   - storage: 16 bytes that live longer than this: the padded block is made there.
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
        // The last block is in no buffer as it is encrypted.
        let rest = part.count % size
        unsafe storage.copyMemory(from: source + part.count - rest, byteCount: rest)
        for index in rest..<size {
            unsafe storage.storeBytes(of: UInt8(size - rest), toByteOffset: index, as: UInt8.self)
        }
        unsafe padded = UnsafeRawPointer(storage)
        if blockCount == 0 { _ = takePadded() }
    }

    /// Goes on behind blocks that are encrypted.
    ///
    /// - Parameters:
    ///   - count: how many; at most `blockCount`.
    ///   - period: bytes from one to the next.
    /// - Returns: whether there are more.
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
