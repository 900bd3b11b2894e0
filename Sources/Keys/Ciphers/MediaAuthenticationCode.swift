/// AES-128-GMAC (NIST SP 800-38D section 3) of a stream, to distinguish media at memory speed.
///
/// Every message has the same nonce, zero. The result is therefore only a keyed digest: whoever sees two tags
/// can forge a third. So the key has no other use, and the tags stay where the key stays: in the store and in
/// this process.
package struct MediaAuthenticationCode: ~Copyable {
    private var context: CipherContext

    /// Begins an empty message under `key`.
    package init(key: ContentKey) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            let nonce = [UInt8](repeating: 0, count: AuthenticatedEncryption.nonceByteCount)
            return try CipherContext(.aes128GCM, .encrypt, key: key, iv: nonce)
        }
    }

    /// Continues the message with `input`.
    package mutating func update(_ input: Span<UInt8>) throws(CipherError) {
        try context.addAdditionalData(input)
    }

    /// Returns the tag of the whole message, 16 bytes.
    package consuming func finish() throws(CipherError) -> [UInt8] {
        var emptyOutput = MutableSpan<UInt8>()
        guard try context.finish(into: &emptyOutput, at: 0, room: 0) != nil else {
            throw .libraryFailure("EVP_CipherFinal_ex")
        }
        return try context.tag()
    }
}
