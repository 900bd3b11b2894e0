/// AES-128 in CBC mode (NIST SP 800-38A section 6.2) over whole blocks, in place and without padding; made for many
/// short chains under one key.
package struct CBCChain: ~Copyable {
    /// Which way to run it.
    package enum Direction: Sendable {
        case encrypt
        case decrypt
    }

    /// Size of a block.
    package static let blockByteCount = 16

    private var context: CipherContext
    private let iv: [UInt8]

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
        self.iv = iv.bytes
    }

    /// Begins a new chain at the initialization vector.
    package mutating func restart() throws(CipherError) {
        try context.restart(iv: iv)
    }

    /// Continues the chain over `range` of `bytes`, in place.
    ///
    /// - Parameters:
    ///   - bytes: where the blocks are.
    ///   - range: whole blocks; else `.partialBlock`.
    package mutating func update(
        _ bytes: inout MutableSpan<UInt8>,
        _ range: Range<Int>
    ) throws(CipherError) {
        guard range.count.isMultiple(of: Self.blockByteCount) else {
            throw .partialBlock(range.count % Self.blockByteCount)
        }
        try context.updateInPlace(&bytes, range)
    }
}
