/// AES-128-GMAC (NIST SP 800-38D section 3) of a stream, to tell one medium from another at memory speed.
///
/// Every message gets the same nonce, zero. That makes it a keyed fingerprint and no more: who sees two tags can forge a
/// third. So the key serves nothing else, and the tags stay where the key stays: in the store and in this process.
package struct MediaAuthenticationCode: ~Copyable {
    /// Size of a tag.
    package static let byteCount = CipherContext.tagByteCount

    private var context: CipherContext

    /// Starts an empty message under `key`.
    package init(key: ContentKey) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            let nonce = [UInt8](repeating: 0, count: AuthenticatedEncryption.nonceByteCount)
            return try CipherContext(.aes128GCM, .encrypt, key: key, iv: nonce)
        }
    }

    /// Continues the message.
    package mutating func update(_ input: Span<UInt8>) throws(CipherError) {
        try context.addAdditionalData(input)
    }

    /// The 16 bytes of the whole message's tag.
    package consuming func finish() throws(CipherError) -> [UInt8] {
        var nothing = MutableSpan<UInt8>()
        guard try context.finish(into: &nothing, at: 0, room: 0) != nil else {
            throw .libraryFailure("EVP_CipherFinal_ex")
        }
        return try context.tag()
    }
}
