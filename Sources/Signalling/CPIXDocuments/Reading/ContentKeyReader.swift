import Ciphers
import FoundationEssentials
import TextFormats
import WipedMemory
import XMLDocuments

/// A reader of `ContentKey` elements.
struct ContentKeyReader {
    /// The decrypted keys of the recipient, or nil without a private key or if no content key is encrypted.
    let delivery: OpenedDelivery?

    /// Indicates whether one of the keys is encrypted.
    static func needsDelivery(_ elements: [XMLElement]) throws(CPIXError) -> Bool {
        for element in elements {
            if try CPIXReader.secret(of: element)?.child("EncryptedValue", in: Namespace.pskc) != nil {
                return true
            }
        }
        return false
    }

    func read(_ element: XMLElement) throws(CPIXError) -> CPIXContentKey {
        var key = CPIXContentKey(
            kid: try element.requiredUUID("kid"),
            explicitIV: try explicitIV(of: element),
            scheme: element.nonEmptyAttribute("commonEncryptionScheme"),
            contentID: element.nonEmptyAttribute("contentId"),
            dependsOnKey: try element.uuid("dependsOnKey"),
            hdcpLevel: element.child("HDCPData", in: Namespace.cpix)?.nonEmptyAttribute("HLSHDCPLevel")
        )
        if key.dependsOnKey != nil, key.scheme != nil || key.contentID != nil || key.hdcpLevel != nil {
            throw element.failure(
                "a key with dependsOnKey takes scheme, content id and HDCP from its root key (found its own)"
            )
        }
        guard let secret = try CPIXReader.secret(of: element) else { return key }
        let plain = try secret.onlyChild("PlainValue", in: [Namespace.pskc])
        let encrypted = try secret.onlyChild("EncryptedValue", in: [Namespace.pskc])
        switch (plain, encrypted) {
        case (let plain?, nil):
            key.key = try contentKey(try plain.secret(), in: plain)
            key.form = .plain
        case (nil, let encrypted?):
            key.key = try decrypt(encrypted, in: secret, key.kid)
            key.form = .encrypted
        default:
            throw secret.failure("one PlainValue or one EncryptedValue was expected")
        }
        return key
    }

    private func explicitIV(of element: XMLElement) throws(CPIXError) -> InitializationVector? {
        guard let text = element.nonEmptyAttribute("explicitIV") else { return nil }
        guard let bytes = Base64.decode(text, .whiteSpace) else {
            throw element.failure("explicitIV is not base64")
        }
        guard let iv = try? InitializationVector(bytes: bytes) else {
            throw element.failure("explicitIV has \(CountText.text(bytes.count, "byte")) (expected 16)")
        }
        return iv
    }

    private func contentKey(
        _ secret: consuming SecretBytes,
        in element: XMLElement
    ) throws(CPIXError) -> ContentKey {
        let count = secret.count
        guard let key = try? ContentKey(secret) else {
            throw element.failure("a key of \(CountText.text(count, "byte")) (expected 16 or 32)")
        }
        return key
    }

    /// Decrypts a content key after checking its MAC.
    private func decrypt(
        _ element: XMLElement,
        in secret: XMLElement,
        _ kid: UUID
    ) throws(CPIXError) -> ContentKey? {
        let value = try EncryptedValue(in: element, algorithm: Algorithm.aes256CBC)
        let name = kid.uuidString.lowercased()
        guard let macElement = try secret.onlyChild("ValueMAC", in: [Namespace.pskc]) else {
            throw .authentication(kid: name)
        }
        let mac = try macElement.bytes()
        guard let delivery, let documentKey = delivery.documentKey(for: kid) else { return nil }
        guard HMACSHA512.isValid(mac, of: value.bytes, key: delivery.macKey) else {
            throw .authentication(kid: name)
        }
        let plaintext: SecretBytes
        do {
            plaintext = try AES256CBC.decrypt(value.bytes, key: documentKey.secret)
        } catch {
            throw element.failure("it cannot be decrypted: \(error)")
        }
        return try contentKey(plaintext, in: element)
    }
}
