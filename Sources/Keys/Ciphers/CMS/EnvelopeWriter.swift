import WipedMemory

/// Encrypts a stream to the owners of certificates: CMS AuthEnvelopedData (RFC 5083) with AES-256-GCM (RFC
/// 5084) and RSA-OAEP with SHA-1 (RFC 4055), in pieces of any size.
///
/// `openssl cms -decrypt -inform DER` opens the result.
///
/// The total length is unknown at the beginning, so the outer values are BER with indefinite lengths; the
/// others are DER.
package struct EnvelopeWriter: ~Copyable {
    /// The maximum number of bytes in one message of GCM (SP 800-38D section 5.2.1.1).
    static let contentLimit = (1 << 36) - 32
    /// The maximum length of a piece, in bytes; each piece is one octet string.
    static let pieceLimit = 1 << 20

    /// The beginning of the file, before the encrypted content.
    package let header: [UInt8]
    private var context: CipherContext
    private var contentCount = 0

    /// Generates a content-encryption key and a nonce, and encrypts the key to each recipient.
    package init(recipients: [Certificate]) throws(CipherError) {
        let key = SecretBytes.random(count: AuthenticatedEncryption.keyByteCount)
        let nonce = RandomBytes.generate(count: AuthenticatedEncryption.nonceByteCount)
        let context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256GCM, .encrypt, key: key, iv: nonce)
        }
        var infos: [[UInt8]] = []
        for recipient in recipients {
            infos.append(try Self.recipientInfo(recipient, key))
        }
        header = Self.header(infos, nonce)
        self.context = context
    }

    /// Encrypts the next piece, at most 1 MiB, and returns the next bytes of the file.
    package mutating func update(_ piece: Span<UInt8>) throws(CipherError) -> [UInt8] {
        guard piece.count <= Self.pieceLimit, contentCount + piece.count <= Self.contentLimit else {
            throw .inputTooLong(piece.count)
        }
        guard piece.count > 0 else { return [] }
        contentCount += piece.count
        let start = [DER.octetString] + DER.length(piece.count)
        var output = start + [UInt8](repeating: 0, count: piece.count)
        var span = output.mutableSpan
        let written = try context.update(piece, into: &span, at: start.count, room: piece.count)
        guard written == piece.count else { throw .failed("EVP_CipherUpdate") }
        return output
    }

    /// Returns the last bytes of the file.
    package consuming func finish() throws(CipherError) -> [UInt8] {
        var emptyOutput = MutableSpan<UInt8>()
        guard try context.finish(into: &emptyOutput, at: 0, room: 0) != nil else {
            throw .failed("EVP_CipherFinal_ex")
        }
        let end = DER.endOfContents
        // Ends of encryptedContent and EncryptedContentInfo; the mac; ends of AuthEnvelopedData, [0] and
        // ContentInfo.
        return try end + end + DER.value(DER.octetString, context.tag()) + end + end + end
    }

    private static func header(_ recipientInfos: [[UInt8]], _ nonce: [UInt8]) -> [UInt8] {
        let parameters = DER.value(
            DER.sequence,
            DER.value(DER.octetString, nonce),
            DER.value(DER.integer, [UInt8(CipherContext.tagByteCount)])
        )
        let outer =
            DER.indefinite(DER.sequence) + ObjectIdentifiers.authEnvelopedData
            + DER.indefinite(DER.contextZero) + DER.indefinite(DER.sequence) + DER.value(DER.integer, [0])
        let content =
            DER.indefinite(DER.sequence) + ObjectIdentifiers.data
            + DER.value(DER.sequence, ObjectIdentifiers.aes256GCM, parameters)
            + DER.indefinite(DER.contextZero)
        // DER orders the elements of a set by their bytes.
        let infos = recipientInfos.sorted { $0.lexicographicallyPrecedes($1) }
        return outer + DER.value(DER.set, Array(infos.joined())) + content
    }

    /// Encodes a KeyTransRecipientInfo (RFC 5652 section 6.2.1).
    private static func recipientInfo(
        _ recipient: Certificate,
        _ key: borrowing SecretBytes
    ) throws(CipherError) -> [UInt8] {
        let encryptedKey = try recipient.encrypt(key)
        return DER.value(
            DER.sequence,
            DER.value(DER.integer, [0]),
            DER.value(DER.sequence, recipient.issuerAndSerialNumber),
            // An empty sequence of parameters means SHA-1, MGF1 with SHA-1, and no label.
            DER.value(DER.sequence, ObjectIdentifiers.rsaesOAEP, DER.value(DER.sequence)),
            DER.value(DER.octetString, encryptedKey)
        )
    }
}
