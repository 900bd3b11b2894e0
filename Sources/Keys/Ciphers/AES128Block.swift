package import WipedMemory

/// AES-128 on single blocks (FIPS 197), for formats that encrypt keys with the bare cipher.
package enum AES128Block {
    /// The size of a block and of a key, in bytes.
    static let byteCount = 16

    /// Encrypts a block of 16 bytes.
    ///
    /// The ciphertext is a secret, because some formats use it as a key.
    package static func encrypt(_ block: Span<UInt8>, key: ContentKey) throws(CipherError) -> SecretBytes {
        try run(.encrypt, block, key: key)
    }

    /// Decrypts a block of 16 bytes.
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
