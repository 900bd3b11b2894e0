import WipedMemory

/// The recipients of an envelope (RFC 5652 section 6.2).
struct RecipientInfos {
    private let infos: [UInt8]
    private let endOffset: Int

    /// The contents of the set; `endOffset` is for messages.
    init(_ infos: [UInt8], endOffset: Int) {
        self.infos = infos
        self.endOffset = endOffset
    }

    /// The key of the content, from the first recipient whose private key this is.
    ///
    /// Certificates are not asked for.
    func key(_ privateKey: PrivateKey) throws(EnvelopeError) -> SecretBytes {
        var rest = infos[...]
        var count = 0
        while !rest.isEmpty {
            let info = try take(DER.sequence, from: &rest)
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

    /// Nil where the key is not transported by RSA-OAEP as we write it.
    private func encryptedKey(_ info: ArraySlice<UInt8>) throws(EnvelopeError) -> ArraySlice<UInt8>? {
        var rest = info
        _ = try take(DER.integer, from: &rest)
        _ = try take(DER.sequence, from: &rest)
        let algorithm = try take(DER.sequence, from: &rest)
        let encrypted = try take(DER.octetString, from: &rest)
        guard rest.isEmpty else { throw malformed }
        return Array(algorithm) == ObjectIdentifiers.rsaesOAEP + DER.value(DER.sequence) ? encrypted : nil
    }

    /// The contents of the next value, which has this tag.
    private func take(
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
        .malformed(offset: endOffset, expected: "recipients with keys under RSA-OAEP")
    }
}
