import Ciphers
import FoundationEssentials
import TextFormats
import WipedMemory
import XMLDocuments

/// The decrypted contents of a recipient's `DeliveryData`.
final class OpenedDelivery {
    /// A key that encrypts content keys (`DocumentKey`).
    final class DocumentKey {
        let secret: SecretBytes
        /// The ids of the content keys that this document key encrypts (`@encryptsKey`), or nil for all.
        let kids: Set<UUID>?

        init(_ secret: consuming SecretBytes, for kids: Set<UUID>?) {
            self.secret = secret
            self.kids = kids
        }
    }

    let macKey: SecretBytes
    let documentKeys: [DocumentKey]

    init(macKey: consuming SecretBytes, documentKeys: [DocumentKey]) {
        self.macKey = macKey
        self.documentKeys = documentKeys
    }

    /// Returns the document key that encrypts a content key, or nil if that is encrypted to other recipients
    /// only.
    func documentKey(for kid: UUID) -> DocumentKey? {
        documentKeys.first { $0.kids?.contains(kid) ?? false } ?? documentKeys.first { $0.kids == nil }
    }
}

/// A reader of `DeliveryData` elements.
enum DeliveryReader {
    /// The greatest number of recipients; each costs an operation with the private key.
    static let recipientLimit = 1000
    /// The size of a document key for AES-256, in bytes.
    private static let documentKeyByteCount = 32
    /// The size of the shortest HMAC key that is accepted, in bytes; shorter ones could be guessed.
    private static let minimumMACKeyByteCount = 32

    /// Returns the recipients of the document.
    static func deliveries(_ elements: [XMLElement]) throws(CPIXError) -> [CPIXDelivery] {
        guard elements.count <= recipientLimit else {
            throw elements[recipientLimit].failure("too many recipients (expected at most \(recipientLimit))")
        }
        var deliveries: [CPIXDelivery] = []
        for element in elements {
            let der = try certificate(of: element)
            deliveries.append(
                CPIXDelivery(
                    name: element.attribute("name"),
                    subject: try der.flatMap { (der) throws(CPIXError) in try subject(of: der) },
                    certificate: der,
                    documentKeyCount: element.children("DocumentKey", in: Namespace.cpix).count
                )
            )
        }
        return deliveries
    }

    /// Decrypts the first delivery that is encrypted to the private key.
    ///
    /// Deliveries to other recipients may be encrypted with unsupported algorithms.
    static func open(_ elements: [XMLElement], _ privateKey: PrivateKey) throws(CPIXError) -> OpenedDelivery {
        var unsupportedError: CPIXError?
        for element in elements {
            do {
                if let opened = try open(element, privateKey) { return opened }
            } catch .unsupported(let line, let element, let algorithm) {
                unsupportedError =
                    unsupportedError ?? .unsupported(line: line, element: element, algorithm: algorithm)
            } catch {
                throw error
            }
        }
        throw unsupportedError ?? .noDelivery
    }

    private static func certificate(of element: XMLElement) throws(CPIXError) -> [UInt8]? {
        let data = element.child("DeliveryKey", in: Namespace.cpix)?.child("X509Data", in: Namespace.ds)
        return try data?.child("X509Certificate", in: Namespace.ds)?.bytes()
    }

    /// Returns the subject of a certificate, or nil if it cannot be read.
    ///
    /// A weak key or signature is an error, because what is encrypted to it is not secret. The validity
    /// period does not matter here.
    private static func subject(of der: [UInt8]) throws(CPIXError) -> String? {
        do {
            return try Certificate(reading: der).subject
        } catch {
            switch error {
            case .weakKey, .weakSignature: throw .certificate(error)
            default: return nil
            }
        }
    }

    private static func open(
        _ element: XMLElement,
        _ privateKey: PrivateKey
    ) throws(CPIXError) -> OpenedDelivery? {
        var keys: [OpenedDelivery.DocumentKey] = []
        for child in element.children("DocumentKey", in: Namespace.cpix) {
            guard let value = try CPIXReader.secret(of: child)?.child("EncryptedValue", in: Namespace.pskc)
            else { throw child.failure("no EncryptedValue") }
            let encrypted = try EncryptedValue(in: value, algorithm: Algorithm.rsaOAEP)
            guard let secret = try? privateKey.decrypt(encrypted.bytes) else {
                guard keys.isEmpty else {
                    throw child.failure("encrypted to another recipient than the DocumentKey before it")
                }
                return nil
            }
            guard secret.count == documentKeyByteCount else {
                throw child.failure(
                    "a key of \(CountText.text(secret.count, "byte")) (expected \(documentKeyByteCount))"
                )
            }
            keys.append(OpenedDelivery.DocumentKey(secret, for: try kids(of: child)))
        }
        guard !keys.isEmpty else { return nil }
        return OpenedDelivery(macKey: try macKey(of: element, privateKey), documentKeys: keys)
    }

    /// Returns the ids in `encryptsKey`, or nil without the attribute.
    ///
    /// The prose of CPIX allows a list, the schema a single id.
    private static func kids(of element: XMLElement) throws(CPIXError) -> Set<UUID>? {
        guard let list = element.attribute("encryptsKey") else { return nil }
        var kids: Set<UUID> = []
        for word in list.split(whereSeparator: \.isWhitespace) {
            guard word.utf8.count == 36, let kid = UUID(uuidString: String(word)) else {
                throw element.failure("encryptsKey is not a list of UUIDs")
            }
            kids.insert(kid)
        }
        return kids
    }

    /// Decrypts the MAC key.
    ///
    /// Three forms are in use: `pskc:MACKey` with the encrypted value in it (the schema), `cpix:Key` with the
    /// value in it, and `cpix:Key` with the value inside `pskc:EncryptedValue` (SPEKE).
    private static func macKey(
        of element: XMLElement,
        _ privateKey: PrivateKey
    ) throws(CPIXError) -> SecretBytes {
        guard let method = try element.onlyChild("MACMethod", in: [Namespace.cpix]) else {
            throw element.failure("no MACMethod")
        }
        let algorithm = try method.required("Algorithm")
        guard algorithm == Algorithm.hmacSHA512 else {
            throw .unsupported(line: method.line, element: method.name, algorithm: algorithm)
        }
        let namespaces = [Namespace.cpix, Namespace.pskc]
        let macKeyElement = try method.onlyChild("MACKey", in: namespaces)
        let keyElement = try method.onlyChild("Key", in: namespaces)
        guard let key = macKeyElement ?? keyElement else {
            throw method.failure("no MACKey")
        }
        let value = key.child("EncryptedValue", in: Namespace.pskc) ?? key
        let encrypted = try EncryptedValue(in: value, algorithm: Algorithm.rsaOAEP)
        guard let secret = try? privateKey.decrypt(encrypted.bytes) else {
            throw method.failure("it cannot be decrypted with the private key that decrypts the document key")
        }
        guard secret.count >= minimumMACKeyByteCount else {
            throw method.failure(
                "a key of \(CountText.text(secret.count, "byte")) (expected at least \(minimumMACKeyByteCount))"
            )
        }
        return secret
    }
}
