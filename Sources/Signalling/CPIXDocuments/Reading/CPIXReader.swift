package import Ciphers
import FoundationEssentials
import TextFormats
package import WipedMemory
import XMLDocuments

/// A reader of CPIX documents of all dialects.
///
/// It is lenient with the order of lists, the spelling of `playlist`, the form of encryption elements and
/// white space in base64. It is strict with ids, keys, MACs and signatures.
package enum CPIXReader {
    /// The signatures that a document must have.
    package enum Signers: Sendable {
        /// No signature is necessary, but those that exist must be valid.
        case any
        /// Signatures by these certificates must together cover the whole document.
        case only([Certificate])
    }

    /// Reads a document and decrypts its keys.
    ///
    /// Encrypted keys stay nil without a private key or if they are encrypted to other recipients only.
    /// Signatures are checked first, then MACs, and only then is anything decrypted.
    package static func read(
        _ bytes: borrowing SecretBytes,
        privateKey: PrivateKey? = nil,
        signers: Signers = .any
    ) throws(CPIXError) -> CPIXDocument {
        let root = try parse(bytes).root
        guard root.name == "CPIX", root.namespace == Namespace.cpix else {
            throw root.failure(
                "not a CPIX document (its namespace is \(QuotedText.text(root.namespace)))"
            )
        }
        let signatures = try SignatureReader(root).verified(by: signers)
        let deliveries = items("DeliveryData", in: root)
        let keys = items("ContentKey", in: root)
        var document = CPIXDocument(
            id: root.nonEmptyAttribute("id"),
            contentID: root.nonEmptyAttribute("contentId"),
            version: root.nonEmptyAttribute("version")
        )
        document.signatures = signatures
        document.deliveries = try DeliveryReader.deliveries(deliveries)
        var openedDelivery: OpenedDelivery?
        if let privateKey, try ContentKeyReader.needsDelivery(keys) {
            openedDelivery = try DeliveryReader.open(deliveries, privateKey)
        }
        let reader = ContentKeyReader(delivery: openedDelivery)
        for element in keys { document.contentKeys.append(try reader.read(element)) }
        for element in items("ContentKeyPeriod", in: root) {
            document.periods.append(try PeriodReader.read(element))
        }
        for element in items("DRMSystem", in: root) {
            document.drmSystems.append(try DRMSystemReader.read(element))
        }
        for element in items("ContentKeyUsageRule", in: root) {
            document.usageRules.append(try UsageRuleReader.read(element))
        }
        try ReferenceCheck(document).check(root)
        return document
    }

    /// Returns the elements `name` in all lists `nameList` of the root.
    static func items(_ name: String, in root: XMLElement) -> [XMLElement] {
        root.children(name + "List", in: Namespace.cpix).flatMap { $0.children(name, in: Namespace.cpix) }
    }

    /// Returns the element `Data/Secret` of a key, in either namespace, or nil if there is none, as in a
    /// request.
    static func secret(of element: XMLElement) throws(CPIXError) -> XMLElement? {
        let namespaces = [Namespace.cpix, Namespace.pskc]
        guard let data = try element.onlyChild("Data", in: namespaces) else { return nil }
        return try data.onlyChild("Secret", in: namespaces)
    }

    private static func parse(_ bytes: borrowing SecretBytes) throws(CPIXError) -> XMLDocument {
        do {
            return try bytes.withSpan { (bytes) throws(XMLError) in try XMLDocument(reading: bytes) }
        } catch {
            throw .xml(error)
        }
    }
}
