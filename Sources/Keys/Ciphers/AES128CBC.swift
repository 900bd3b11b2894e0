package import WipedMemory

/// AES-128 in CBC mode (NIST SP 800-38A section 6.2) on small messages of whole blocks, without padding.
///
/// Nothing tells whether the bytes were altered.
package enum AES128CBC {
    /// Size of a block, and of the key.
    package static let blockByteCount = 16

    /// Encrypts whole blocks.
    ///
    /// - Parameters:
    ///   - clear: whole blocks, which may be a secret.
    ///   - key: of 128 bits.
    ///   - iv: 16 bytes.
    /// - Returns: the ciphertext, as many bytes, without the IV.
    /// - Throws: `.partialBlock`, or `.wrongLength` of a key or an IV.
    package static func encrypt(
        _ clear: Span<UInt8>,
        key: ContentKey,
        iv: [UInt8]
    ) throws(CipherError) -> [UInt8] {
        var encrypted = [UInt8](repeating: 0, count: clear.count)
        var output = encrypted.mutableSpan
        try run(.encrypt, clear, into: &output, key: key, iv: iv)
        return encrypted
    }

    /// Decrypts whole blocks.
    ///
    /// - Parameters:
    ///   - encrypted: whole blocks.
    ///   - key: of 128 bits.
    ///   - iv: 16 bytes.
    /// - Returns: as many bytes; whether they make sense is for the caller to see.
    /// - Throws: `.partialBlock`, or `.wrongLength` of a key or an IV.
    package static func decrypt(
        _ encrypted: Span<UInt8>,
        key: ContentKey,
        iv: [UInt8]
    ) throws(CipherError) -> SecretBytes {
        try SecretBytes(count: encrypted.count) { (output) throws(CipherError) in
            try run(.decrypt, encrypted, into: &output, key: key, iv: iv)
        }
    }

    private static func run(
        _ direction: CipherContext.Direction,
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        key: ContentKey,
        iv: [UInt8]
    ) throws(CipherError) {
        guard input.count.isMultiple(of: blockByteCount) else {
            throw .partialBlock(input.count % blockByteCount)
        }
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes128CBC, direction, key: key, iv: iv)
        }
        context.setPadding(false)
        try context.updateStream(input, into: &output, at: 0)
    }
}
