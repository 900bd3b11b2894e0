import Ciphers
import WipedMemory
import XMLDocuments

/// The random keys with which the content keys of one document are encrypted and authenticated.
final class DocumentEncryption {
    let recipients: [Certificate]
    private let documentKey = SecretBytes.random(count: 32)
    private let macKey = SecretBytes.random(count: 64)

    init(recipients: [Certificate]) {
        self.recipients = recipients
    }

    /// Fills `pskc:Secret` with a content key, encrypted with AES-256-CBC, and the HMAC-SHA512 of IV and
    /// ciphertext.
    func encrypt(_ key: ContentKey, into secret: XMLElement) throws {
        let copy = key.withSpan { SecretBytes(copying: $0) }
        let encrypted = try AES256CBC.encrypt(copy, key: documentKey)
        let value = try secret.append("pskc", "EncryptedValue")
        try Self.addEncryptedValue(value, algorithm: Algorithm.aes256CBC, encrypted)
        let mac = HMACSHA512.authenticationCode(of: encrypted, key: macKey)
        try secret.append("pskc", "ValueMAC").append(text: Base64.encode(mac))
    }

    /// Fills `pskc:Secret` with the document key, encrypted to one recipient.
    func encryptDocumentKey(for recipient: Certificate, into secret: XMLElement) throws {
        let value = try secret.append("pskc", "EncryptedValue")
        try Self.addEncryptedValue(value, algorithm: Algorithm.rsaOAEP, recipient.encrypt(documentKey))
    }

    /// Fills an element with the MAC key, encrypted to one recipient.
    func encryptMACKey(for recipient: Certificate, into element: XMLElement) throws {
        try Self.addEncryptedValue(element, algorithm: Algorithm.rsaOAEP, recipient.encrypt(macKey))
    }

    private static func addEncryptedValue(_ element: XMLElement, algorithm: String, _ encrypted: [UInt8])
        throws
    {
        try element.append("xenc", "EncryptionMethod").setAttribute("Algorithm", algorithm)
        try element.append("xenc", "CipherData").append("xenc", "CipherValue")
            .append(text: Base64.encode(encrypted))
    }
}
