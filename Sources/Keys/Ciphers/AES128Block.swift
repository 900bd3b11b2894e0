package import WipedMemory

/// AES-128 of one block (FIPS 197), where a format uses the bare cipher: for a key under a key.
package enum AES128Block {
    /// Size of a block, and of the key.
    package static let byteCount = 16

    /// The ciphertext of a block of 16 bytes; a secret, since it may be a key itself.
    package static func encrypt(_ block: Span<UInt8>, key: ContentKey) throws(CipherError) -> SecretBytes {
        try run(.encrypt, block, key: key)
    }

    /// The clear bytes of a block of 16 bytes.
    package static func decrypt(_ block: Span<UInt8>, key: ContentKey) throws(CipherError) -> SecretBytes {
        try run(.decrypt, block, key: key)
    }

    private static func run(
        _ direction: CipherContext.Direction,
        _ block: Span<UInt8>,
        key: ContentKey
    ) throws(CipherError) -> SecretBytes {
        guard block.count == byteCount else {
            throw .wrongLength(of: "block", actual: block.count, expected: byteCount)
        }
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes128ECB, direction, key: key, iv: [])
        }
        context.setPadding(false)
        return try SecretBytes(count: byteCount) { (output) throws(CipherError) in
            try context.updateStream(block, into: &output, at: 0)
        }
    }
}
