package import WipedMemory

/// Decrypts a file of ``EnvelopeWriter`` piece by piece.
///
/// Pieces are returned before they are authenticated: only when ``next()`` returns nil is it certain that
/// none was altered.
package struct EnvelopeReader: ~Copyable {
    private static let recipientsLimit = 1 << 20

    private var source: BERReader
    private var context: CipherContext
    private var isAtEnd = false

    /// Indicates whether `bytes` begin like a file of ``EnvelopeWriter``.
    package static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        let start = DER.indefinite(DER.sequence) + ObjectIdentifiers.authEnvelopedData
        return bytes.count >= start.count && start.indices.allSatisfy { bytes[$0] == start[$0] }
    }

    /// Reads the recipients and decrypts the content-encryption key with `privateKey`.
    ///
    /// - Parameters:
    ///   - privateKey: the private key of a recipient.
    ///   - reader: fills the array with the next bytes of the file and returns their number, or 0 at the end.
    /// - Throws: `EnvelopeError` if the file is malformed or only for other recipients.
    package init(
        privateKey: PrivateKey,
        reader: @escaping (inout [UInt8]) throws(EnvelopeError) -> Int
    ) throws(EnvelopeError) {
        var source = BERReader(reader)
        let context = try Self.readHeader(&source, privateKey)
        self.source = source
        self.context = context
    }

    /// Returns the next decrypted piece, or nil at the end, after checking the tag and the end of the file.
    package mutating func next() throws(EnvelopeError) -> SecretBytes? {
        guard !isAtEnd else { return nil }
        let start = source.offset
        guard try source.byte() == DER.octetString else {
            try finish(start)
            return nil
        }
        let piece = try source.contents("an octet string", limit: EnvelopeWriter.pieceLimit)
        do {
            return try SecretBytes(count: piece.count) { (output) throws(CipherError) in
                _ = try context.update(piece.span, into: &output, at: 0, room: piece.count)
            }
        } catch {
            throw .cipher(error)
        }
    }

    private mutating func finish(_ start: Int) throws(EnvelopeError) {
        isAtEnd = true
        do throws(EnvelopeError) {
            try source.expect([0], "the end of the contents")
        } catch .malformed {
            throw .malformed(offset: start, expected: "an octet string or the end of the contents")
        }
        try source.expect(DER.endOfContents, "the end of the encrypted content")
        let tag = try source.value(
            DER.octetString,
            "the authentication tag",
            limit: CipherContext.tagByteCount
        )
        try source.expect(Array(repeating: 0, count: 6), "the end of the file")
        guard try source.nextByte() == nil else {
            throw .malformed(offset: source.offset - 1, expected: "the end of the file")
        }
        guard tag.count == CipherContext.tagByteCount else { throw .authenticationFailed }
        do {
            try context.expectTag(tag)
            var emptyOutput = MutableSpan<UInt8>()
            guard try context.finish(into: &emptyOutput, at: 0, room: 0) != nil else {
                throw EnvelopeError.authenticationFailed
            }
        } catch let error as CipherError {
            throw .cipher(error)
        } catch {
            throw .authenticationFailed
        }
    }

    /// Reads everything before the encrypted content, and prepares its decryption.
    private static func readHeader(
        _ source: inout BERReader,
        _ privateKey: PrivateKey
    ) throws(EnvelopeError) -> CipherContext {
        let start =
            DER.indefinite(DER.sequence) + ObjectIdentifiers.authEnvelopedData
            + DER.indefinite(DER.contextZero) + DER.indefinite(DER.sequence) + DER.value(DER.integer, [0])
        try source.expect(start, "a CMS AuthEnvelopedData")
        let infos = try source.value(DER.set, "the recipients", limit: recipientsLimit)
        try source.expect(
            DER.indefinite(DER.sequence) + ObjectIdentifiers.data,
            "the encrypted content"
        )
        let algorithm = try source.value(DER.sequence, "AES-256-GCM", limit: 64)
        let nonceStart = ObjectIdentifiers.aes256GCM.count + 4
        let nonceCount = AuthenticatedEncryption.nonceByteCount
        let nonce = Array(algorithm.dropFirst(nonceStart).prefix(nonceCount))
        let expected = DER.value(
            DER.sequence,
            ObjectIdentifiers.aes256GCM,
            DER.value(
                DER.sequence,
                DER.value(DER.octetString, nonce),
                DER.value(DER.integer, [UInt8(CipherContext.tagByteCount)])
            )
        )
        guard DER.value(DER.sequence, algorithm) == expected, nonce.count == nonceCount else {
            throw .malformed(offset: source.offset, expected: "AES-256-GCM with a nonce of 12 bytes")
        }
        try source.expect(DER.indefinite(DER.contextZero), "the encrypted content")
        let key = try RecipientInfos(infos, endOffset: source.offset).contentEncryptionKey(privateKey)
        do {
            return try key.withSpan { (key) throws(CipherError) in
                try CipherContext(.aes256GCM, .decrypt, key: key, iv: nonce)
            }
        } catch {
            throw .cipher(error)
        }
    }
}
