/// AES-128 in CBC mode (NIST SP 800-38A section 6.2) over whole blocks, in place and without padding; made for many
/// short chains under one key.
///
/// OpenSSL takes nine times as long to be given an initialization vector as to encrypt a block. So it is never given
/// another one: it goes on with the last ciphertext block of the chain before, and what that adds to the first block of
/// a new chain is taken out here by an exclusive or.
package struct CBCChain: ~Copyable {
    /// Which way to run it.
    package enum Direction: Sendable {
        /// Clear text to ciphertext.
        case encrypt
        /// Ciphertext to clear text.
        case decrypt
    }

    /// Size of a block.
    package static let blockByteCount = 16

    private var context: CipherContext
    private let direction: Direction
    private let iv: CipherBlock
    /// The block that OpenSSL chains the next one to.
    private var previous: CipherBlock
    /// Whether the next block is the first of a chain.
    private var startsChain = false

    /// Starts a chain at `iv`.
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

    /// Begins a new chain at the initialization vector.
    package mutating func restart() {
        startsChain = true
    }

    /// Continues the chain over a part of `bytes`, in place.
    ///
    /// - Parameters:
    ///   - bytes: where the blocks are.
    ///   - range: the part, of whole blocks.
    /// - Throws: `.partialBlock` where the part is not whole blocks, `.outputTooSmall` where it is not in `bytes`. After
    ///   an error neither the blocks nor the chain are of use.
    package mutating func update(
        _ bytes: inout MutableSpan<UInt8>,
        _ range: Range<Int>
    ) throws(CipherError) {
        let block = Self.blockByteCount
        guard range.count.isMultiple(of: block) else { throw .partialBlock(range.count % block) }
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
            throw .outputTooSmall(actual: bytes.count, needed: range.upperBound)
        }
        guard !range.isEmpty else { return }
        switch direction {
        case .encrypt:
            correctFirstBlock(of: &bytes, at: range.lowerBound)
            try context.updateInPlace(&bytes, range)
            previous = Self.block(of: bytes, at: range.upperBound - block)
        case .decrypt:
            let last = Self.block(of: bytes, at: range.upperBound - block)
            try context.updateInPlace(&bytes, range)
            correctFirstBlock(of: &bytes, at: range.lowerBound)
            previous = last
        }
        startsChain = false
    }

    /// Makes OpenSSL chain the first block of a chain to the initialization vector.
    ///
    /// Clear text and chained block are combined by exclusive or, before encryption as after decryption.
    private func correctFirstBlock(of bytes: inout MutableSpan<UInt8>, at offset: Int) {
        guard startsChain else { return }
        let corrected = Self.block(of: bytes, at: offset) ^ previous ^ iv
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.storeBytes(of: corrected, toByteOffset: offset, as: CipherBlock.self)
        }
    }

    /// The block at `offset`, which is in `bytes`.
    private static func block(of bytes: borrowing MutableSpan<UInt8>, at offset: Int) -> CipherBlock {
        unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: CipherBlock.self) }
    }
}
