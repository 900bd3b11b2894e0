package import WipedMemory

/// AES-256-GCM (NIST SP 800-38D) for small secrets: nonce (12 bytes), ciphertext (as long as the plaintext),
/// tag (16 bytes).
///
/// Nonces are random, so one key should encrypt at most 2^32 secrets (SP 800-38D section 8.3).
package enum AuthenticatedEncryption {
    /// The size of the nonce before the ciphertext, in bytes.
    static let nonceByteCount = 12
    /// The size of a key, in bytes.
    package static let keyByteCount = 32
    /// The size of nonce and tag together, by which a secret grows when encrypted, in bytes.
    package static let overheadByteCount = nonceByteCount + CipherContext.tagByteCount

    /// Encrypts `plaintext` and authenticates `additionalData` with it, which is not part of the result.
    package static func seal(
        _ plaintext: Span<UInt8>,
        key: borrowing SecretBytes,
        additionalData: [UInt8]
    ) throws(CipherError) -> [UInt8] {
        try seal(
            plaintext,
            key: key,
            nonce: RandomBytes.generate(count: nonceByteCount),
            additionalData: additionalData
        )
    }

    /// Encrypts like ``seal(_:key:additionalData:)``, but under a given nonce; only for published test
    /// vectors.
    static func seal(
        _ plaintext: Span<UInt8>,
        key: borrowing SecretBytes,
        nonce: [UInt8],
        additionalData: [UInt8]
    ) throws(CipherError) -> [UInt8] {
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256GCM, .encrypt, key: key, iv: nonce)
        }
        try context.addAdditionalData(additionalData.span)
        var sealed = nonce + [UInt8](repeating: 0, count: plaintext.count)
        var output = sealed.mutableSpan
        let written = try context.update(plaintext, into: &output, at: nonce.count, room: plaintext.count)
        guard try context.finish(into: &output, at: nonce.count + written, room: 0) != nil else {
            throw .libraryFailure("EVP_CipherFinal_ex")
        }
        return sealed + (try context.tag())
    }

    /// Decrypts `sealed`.
    ///
    /// Throws `.authenticationFailed` unless it was encrypted under this key with this `additionalData`.
    package static func open(
        _ sealed: [UInt8],
        key: borrowing SecretBytes,
        additionalData: [UInt8]
    ) throws(CipherError) -> SecretBytes {
        let count = sealed.count - overheadByteCount
        guard count >= 0 else { throw .authenticationFailed }
        let nonce = Array(sealed.prefix(nonceByteCount))
        let ciphertext = Array(sealed.dropFirst(nonceByteCount).prefix(count))
        var context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256GCM, .decrypt, key: key, iv: nonce)
        }
        try context.expectTag(Array(sealed.suffix(CipherContext.tagByteCount)))
        try context.addAdditionalData(additionalData.span)
        return try SecretBytes(count: count) { (output) throws(CipherError) in
            let written = try context.update(ciphertext.span, into: &output, at: 0, room: count)
            guard try context.finish(into: &output, at: written, room: 0) != nil else {
                throw .authenticationFailed
            }
        }
    }
}
