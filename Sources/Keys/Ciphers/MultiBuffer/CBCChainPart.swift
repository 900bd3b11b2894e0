/// Blocks that `MultiBufferCBC` encrypts one after the other: a whole chain, or a part of one.
package struct CBCChainPart: Hashable, Sendable {
    /// Where the clear bytes start in the input.
    package var source: Int
    /// Clear bytes to be encrypted: whole blocks, unless the part is padded.
    package var count: Int
    /// Where the ciphertext starts in the output.
    package var target: Int
    /// What the first block is chained to: the vector of the chain, or the last ciphertext block of the part before.
    package var vector: InitializationVector
    /// Whether PKCS#7 padding follows (RFC 5652 section 6.3): the chain ends here.
    package var isPadded: Bool

    /// A part.
    ///
    /// - Parameters:
    ///   - source: where the clear bytes start in the input.
    ///   - count: clear bytes: whole blocks, unless the part is padded.
    ///   - target: where the ciphertext starts in the output.
    ///   - vector: what the first block is chained to.
    ///   - isPadded: whether padding follows.
    package init(
        source: Int,
        count: Int,
        target: Int,
        vector: InitializationVector,
        isPadded: Bool = false
    ) {
        self.source = source
        self.count = count
        self.target = target
        self.vector = vector
        self.isPadded = isPadded
    }

    /// A part that is encrypted where it stands; padding goes behind it.
    package init(
        inPlace range: Range<Int>,
        vector: InitializationVector,
        isPadded: Bool = false
    ) {
        self.init(
            source: range.lowerBound,
            count: range.count,
            target: range.lowerBound,
            vector: vector,
            isPadded: isPadded
        )
    }

    /// Ciphertext bytes: those of the clear bytes, with the padding.
    package var ciphertextCount: Int {
        isPadded ? CBCEncryptor.ciphertextCount(ofClear: count) : count
    }

    /// Where the ciphertext goes in the output.
    package var targetRange: Range<Int> { target..<target + ciphertextCount }

    /// Refuses a part that is not whole blocks, or not in the buffers.
    ///
    /// - Parameters:
    ///   - period: bytes from one block to the next.
    ///   - inputCount: bytes of the input.
    ///   - outputCount: bytes of the output.
    /// - Throws: `.partialBlock` or `.outputTooSmall`.
    func check(_ period: Int, inputCount: Int, outputCount: Int) throws(CipherError) {
        let size = MultiBufferCBC.blockByteCount
        guard isPadded || count.isMultiple(of: size) else { throw .partialBlock(count % size) }
        try Self.check(source, extent(count, period), in: inputCount)
        try Self.check(target, extent(ciphertextCount, period), in: outputCount)
    }

    /// Bytes from the start of the first block to the end of the last one.
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
