/// AES-128 in CBC mode (NIST SP 800-38A section 6.2) over whole blocks, in place and without padding, for
/// many short chains under one key.
///
/// Setting an IV takes OpenSSL nine times as long as encrypting a block. OpenSSL therefore never gets another
/// IV: it continues from the last ciphertext block of the chain before, and this type removes the effect of
/// that block on the first block of a new chain by an exclusive or.
package struct CBCChain: ~Copyable {
    /// The direction of a chain.
    package enum Direction: Sendable {
        /// Plaintext to ciphertext.
        case encrypt
        /// Ciphertext to plaintext.
        case decrypt
    }

    /// The size of a block, in bytes.
    static let blockByteCount = 16

    private var context: CipherContext
    private let direction: Direction
    private let iv: CipherBlock
    /// The block that OpenSSL chains the next block to.
    private var previous: CipherBlock
    /// Indicates whether the next block is the first of a chain.
    private var startsChain = false

    /// Begins a chain at `iv`.
    package init(
        _ direction: Direction,
        key: ContentKey,
        iv: InitializationVector
    ) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(
                .aes128CBC,
                direction == .encrypt ? .encrypt : .decrypt,
                key: key,
                iv: iv.bytes
            )
        }
        context.setPadding(false)
        self.direction = direction
        self.iv = iv.block
        previous = self.iv
    }

    /// Begins a new chain at the same IV.
    package mutating func restart() {
        startsChain = true
    }

    /// Continues the chain over a range of `bytes`, in place.
    ///
    /// - Parameters:
    ///   - bytes: the buffer that contains the blocks.
    ///   - range: the range of the blocks in `bytes`, whole blocks.
    /// - Throws: `.partialBlock` if the range is not whole blocks, `.outputTooSmall` if it exceeds `bytes`.
    ///   After an error, neither the blocks nor the chain may be used.
    package mutating func update(
        _ bytes: inout MutableSpan<UInt8>,
        _ range: Range<Int>
    ) throws(CipherError) {
        let blockSize = Self.blockByteCount
        guard range.count.isMultiple(of: blockSize) else { throw .partialBlock(range.count % blockSize) }
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
            throw .outputTooSmall(actual: bytes.count, needed: range.upperBound)
        }
        guard !range.isEmpty else { return }
        switch direction {
        case .encrypt:
            correctFirstBlock(of: &bytes, at: range.lowerBound)
            try context.updateInPlace(&bytes, range)
            previous = Self.block(of: bytes, at: range.upperBound - blockSize)
        case .decrypt:
            let lastCiphertextBlock = Self.block(of: bytes, at: range.upperBound - blockSize)
            try context.updateInPlace(&bytes, range)
            correctFirstBlock(of: &bytes, at: range.lowerBound)
            previous = lastCiphertextBlock
        }
        startsChain = false
    }

    /// Corrects the first block of a chain, so that it is chained to the IV and not to the chain before.
    ///
    /// CBC combines plaintext and chained block by exclusive or, so this works before encryption and after
    /// decryption.
    private func correctFirstBlock(of bytes: inout MutableSpan<UInt8>, at offset: Int) {
        guard startsChain else { return }
        let corrected = Self.block(of: bytes, at: offset) ^ previous ^ iv
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.storeBytes(of: corrected, toByteOffset: offset, as: CipherBlock.self)
        }
    }

    /// Returns the block at `offset`, which must lie within `bytes`.
    private static func block(of bytes: borrowing MutableSpan<UInt8>, at offset: Int) -> CipherBlock {
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: CipherBlock.self) }
    }
}
