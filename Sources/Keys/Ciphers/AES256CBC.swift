package import WipedMemory

/// AES-256 in CBC mode for small secrets, as XML Encryption has it (section 5.2.2): the IV (16 bytes), then the
/// ciphertext.
///
/// Nothing tells whether the bytes were altered: check a message authentication code before decrypting.
package enum AES256CBC {
    /// Size of the key.
    package static let keyByteCount = 32
    private static let blockByteCount = 16

    /// `secret` under a fresh IV, padded by PKCS#7 (RFC 5652 section 6.3).
    package static func encrypt(
        _ secret: borrowing SecretBytes,
        key: borrowing SecretBytes
    ) throws(CipherError) -> [UInt8] {
        try encrypt(secret, key: key, iv: RandomBytes.make(count: blockByteCount))
    }

    /// As ``encrypt(_:key:)``, with a given IV: only for published test vectors.
    static func encrypt(
        _ secret: borrowing SecretBytes,
        key: borrowing SecretBytes,
        iv: [UInt8]
    ) throws(CipherError) -> [UInt8] {
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256CBC, .encrypt, key: key, iv: iv)
        }
        let whole = secret.count / blockByteCount * blockByteCount
        var encrypted = iv + [UInt8](repeating: 0, count: whole + blockByteCount)
        var output = encrypted.mutableSpan
        let written = try secret.withSpan { (secret) throws(CipherError) in
            try context.update(secret, into: &output, at: iv.count, room: whole)
        }
        let end = iv.count + written
        guard try context.finish(into: &output, at: end, room: blockByteCount) == blockByteCount else {
            throw .failed("EVP_CipherFinal_ex")
        }
        return encrypted
    }

    /// The secret in `encrypted`.
    ///
    /// Of the padding only the last byte counts (1 to 16): other writers fill it at random.
    package static func decrypt(
        _ encrypted: [UInt8],
        key: borrowing SecretBytes
    ) throws(CipherError) -> SecretBytes {
        let count = encrypted.count - blockByteCount
        guard count >= blockByteCount, count.isMultiple(of: blockByteCount) else {
            throw .partialBlock(encrypted.count % blockByteCount)
        }
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256CBC, .decrypt, key: key, iv: Array(encrypted.prefix(blockByteCount)))
        }
        context.setPadding(false)
        let padded = try SecretBytes(count: count) { (output) throws(CipherError) in
            let input = encrypted.span.extracting(blockByteCount...)
            guard try context.update(input, into: &output, at: 0, room: count) == count else {
                throw .failed("EVP_CipherUpdate")
            }
        }
        return try padded.withSpan { (padded) throws(CipherError) in
            let padding = Int(padded[count - 1])
            guard (1...blockByteCount).contains(padding) else { throw .badPadding }
            return SecretBytes(copying: padded.extracting(..<(count - padding)))
        }
    }
}
