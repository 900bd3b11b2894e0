package import WipedMemory

/// AES-128 in CBC mode (NIST SP 800-38A section 6.2) on small messages of whole blocks, without padding.
///
/// The mode does not detect altered bytes.
package enum AES128CBC {
    /// The size of a block and of a key, in bytes.
    static let blockByteCount = 16

    /// Encrypts whole blocks.
    ///
    /// - Parameters:
    ///   - clear: the plaintext, whole blocks; it may be secret.
    ///   - key: a key of 128 bits.
    ///   - iv: 16 bytes.
    /// - Returns: the ciphertext, as long as the plaintext, without the IV.
    /// - Throws: `.partialBlock`, or `.wrongLength` for the key or the IV.
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
    ///   - encrypted: the ciphertext, whole blocks.
    ///   - key: a key of 128 bits.
    ///   - iv: 16 bytes.
    /// - Returns: the plaintext, as long as the ciphertext; with a wrong key or IV, meaningless bytes.
    /// - Throws: `.partialBlock`, or `.wrongLength` for the key or the IV.
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
