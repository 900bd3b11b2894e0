/// Consecutive blocks of one chain for `MultiBufferCBC`: the whole chain, or a part of it.
package struct CBCChainPart: Hashable, Sendable {
    /// The offset of the clear bytes in the input, in bytes.
    package var sourceOffset: Int
    /// The number of clear bytes: whole blocks, unless the part is padded.
    package var count: Int
    /// The offset of the ciphertext in the output, in bytes.
    package var targetOffset: Int
    /// The block that the first block is chained to: the IV, or the last ciphertext block of the part before.
    var iv: InitializationVector
    /// Indicates whether PKCS#7 padding follows (RFC 5652 section 6.3), which ends the chain.
    package var isPadded: Bool

    /// Creates a part from its properties.
    package init(
        sourceOffset: Int,
        count: Int,
        targetOffset: Int,
        iv: InitializationVector,
        isPadded: Bool = false
    ) {
        self.sourceOffset = sourceOffset
        self.count = count
        self.targetOffset = targetOffset
        self.iv = iv
        self.isPadded = isPadded
    }

    /// Creates a part that is encrypted in place; its padding is written after it.
    package init(
        inPlace range: Range<Int>,
        iv: InitializationVector,
        isPadded: Bool = false
    ) {
        self.init(
            sourceOffset: range.lowerBound,
            count: range.count,
            targetOffset: range.lowerBound,
            iv: iv,
            isPadded: isPadded
        )
    }

    /// The number of ciphertext bytes, including the padding.
    package var ciphertextCount: Int {
        isPadded ? CBCEncryptor.ciphertextCount(ofClear: count) : count
    }

    /// The range of the ciphertext in the output, if its blocks are adjacent.
    package var targetRange: Range<Int> { targetOffset..<targetOffset + ciphertextCount }

    /// Throws if the part is not whole blocks or exceeds the buffers.
    ///
    /// - Parameters:
    ///   - period: the distance from one block to the next, in bytes.
    ///   - inputCount: the length of the input, in bytes.
    ///   - outputCount: the length of the output, in bytes.
    /// - Throws: `.partialBlock` or `.outputTooSmall`.
    func check(_ period: Int, inputCount: Int, outputCount: Int) throws(CipherError) {
        let size = MultiBufferCBC.blockByteCount
        guard isPadded || count.isMultiple(of: size) else { throw .partialBlock(count % size) }
        try Self.check(sourceOffset, extent(count, period), in: inputCount)
        try Self.check(targetOffset, extent(ciphertextCount, period), in: outputCount)
    }

    /// Returns the number of bytes from the start of the first block to the end of the last one.
    private func extent(_ count: Int, _ period: Int) -> Int {
        let size = MultiBufferCBC.blockByteCount
        return period == size || count <= size ? count : (count / size - 1) * period + size
    }

    private static func check(_ start: Int, _ count: Int, in limit: Int) throws(CipherError) {
        guard count >= 0, (0...limit).contains(start), count <= limit - start else {
            throw .outputTooSmall(actual: limit, needed: start &+ count)
        }
    }
}
