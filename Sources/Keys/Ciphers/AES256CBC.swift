package import WipedMemory

/// AES-256 in CBC mode for small secrets, in the form of XML Encryption (section 5.2.2): the IV (16 bytes),
/// then the ciphertext.
///
/// The mode does not detect altered bytes: check a MAC before decrypting.
package enum AES256CBC {
    private static let blockByteCount = 16

    /// Encrypts `secret` under a random IV, with PKCS#7 padding (RFC 5652 section 6.3).
    package static func encrypt(
        _ secret: borrowing SecretBytes,
        key: borrowing SecretBytes
    ) throws(CipherError) -> [UInt8] {
        try encrypt(secret, key: key, iv: RandomBytes.generate(count: blockByteCount))
    }

    /// Encrypts like ``encrypt(_:key:)``, but under a given IV; only for published test vectors.
    static func encrypt(
        _ secret: borrowing SecretBytes,
        key: borrowing SecretBytes,
        iv: [UInt8]
    ) throws(CipherError) -> [UInt8] {
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256CBC, .encrypt, key: key, iv: iv)
        }
        let wholeBlocksByteCount = secret.count / blockByteCount * blockByteCount
        var encrypted = iv + [UInt8](repeating: 0, count: wholeBlocksByteCount + blockByteCount)
        var output = encrypted.mutableSpan
        let written = try secret.withSpan { (secret) throws(CipherError) in
            try context.update(secret, into: &output, at: iv.count, room: wholeBlocksByteCount)
        }
        let end = iv.count + written
        guard try context.finish(into: &output, at: end, room: blockByteCount) == blockByteCount else {
            throw .failed("EVP_CipherFinal_ex")
        }
        return encrypted
    }

    /// Decrypts `encrypted` and removes the padding.
    ///
    /// Checks only the last padding byte (1 to 16), because other writers fill the rest with random bytes.
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
