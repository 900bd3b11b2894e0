import WipedMemory

/// The recipients of an envelope (RFC 5652 section 6.2).
struct RecipientInfos {
    private let infos: [UInt8]
    private let endOffset: Int

    /// Takes the contents of the set; `endOffset`, a byte offset in the file, is for errors.
    init(_ infos: [UInt8], endOffset: Int) {
        self.infos = infos
        self.endOffset = endOffset
    }

    /// Decrypts the content-encryption key of the first recipient whose private key is `privateKey`.
    ///
    /// Tries all recipients instead of comparing issuers and serial numbers, so no certificate is needed.
    func contentEncryptionKey(_ privateKey: PrivateKey) throws(EnvelopeError) -> SecretBytes {
        var rest = infos[...]
        var count = 0
        while !rest.isEmpty {
            let info = try readValue(DER.sequence, from: &rest)
            count += 1
            guard let encrypted = try encryptedKey(info) else { continue }
            if let key = try? privateKey.decrypt(Array(encrypted)),
                key.count == AuthenticatedEncryption.keyByteCount
            {
                return key
            }
        }
        throw .notARecipient(recipients: count)
    }

    /// Returns the encrypted key, or nil if it is not transported by RSA-OAEP as ``EnvelopeWriter`` does it.
    private func encryptedKey(_ info: ArraySlice<UInt8>) throws(EnvelopeError) -> ArraySlice<UInt8>? {
        var rest = info
        _ = try readValue(DER.integer, from: &rest)
        _ = try readValue(DER.sequence, from: &rest)
        let algorithm = try readValue(DER.sequence, from: &rest)
        let encrypted = try readValue(DER.octetString, from: &rest)
        guard rest.isEmpty else { throw malformed }
        return Array(algorithm) == ObjectIdentifiers.rsaesOAEP + DER.value(DER.sequence) ? encrypted : nil
    }

    /// Returns the contents of the next value, which must have this tag.
    private func readValue(
        _ tag: UInt8,
        from rest: inout ArraySlice<UInt8>
    ) throws(EnvelopeError) -> ArraySlice<UInt8> {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { throw malformed }
        var count = Int(first)
        if first >= 0x80 {
            guard (0x81...0x83).contains(first) else { throw malformed }
            count = 0
            for _ in 0..<(first & 0x0F) {
                guard let byte = rest.popFirst() else { throw malformed }
                count = count << 8 | Int(byte)
            }
        }
        guard count <= rest.count else { throw malformed }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private var malformed: EnvelopeError {
        .malformed(offset: endOffset, expected: "recipients with keys encrypted with RSA-OAEP")
    }
}
