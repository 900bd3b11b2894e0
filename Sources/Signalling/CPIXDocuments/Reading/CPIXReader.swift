package import Ciphers
import FoundationEssentials
package import WipedMemory
import XMLDocuments

/// Reads CPIX documents of all dialects: in what order lists come, how `playlist` and the shapes of encryption are
/// spelled, and how base64 is broken, does not matter; ids, keys, codes and signatures do.
package enum CPIXReader {
    /// Which signatures a document has to have.
    package enum Signers: Sendable {
        /// None, but those that are there have to hold.
        case anybody
        /// Together, those of these certificates cover the whole document.
        case only([Certificate])
    }

    /// The document; keys that are encrypted are opened with `privateKey`, without one they stay nil, as do those that
    /// are for other recipients only.
    ///
    /// Signatures are checked first, then message authentication codes, and only then something is decrypted.
    package static func read(
        _ bytes: borrowing SecretBytes,
        privateKey: PrivateKey? = nil,
        signers: Signers = .anybody
    ) throws(CPIXError) -> CPIXDocument {
        let root = try parse(bytes).root
        guard root.name == "CPIX", root.namespace == Namespace.cpix else {
            throw root.failure(
                "no CPIX document (its namespace is \(root.namespace.prefix(64).debugDescription))"
            )
        }
        let signatures = try SignatureReader(root).verified(by: signers)
        let deliveries = items("DeliveryData", in: root)
        let keys = items("ContentKey", in: root)
        var document = CPIXDocument(
            id: root.filled("id"),
            contentID: root.filled("contentId"),
            version: root.filled("version")
        )
        document.signatures = signatures
        document.deliveries = try DeliveryReader.deliveries(deliveries)
        var opened: OpenedDelivery?
        if let privateKey, try ContentKeyReader.needsDelivery(keys) {
            opened = try DeliveryReader.open(deliveries, privateKey)
        }
        let reader = ContentKeyReader(delivery: opened)
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

    /// The elements `name` of the lists `nameList`, wherever the lists are.
    static func items(_ name: String, in root: XMLElement) -> [XMLElement] {
        root.children(name + "List", in: Namespace.cpix).flatMap { $0.children(name, in: Namespace.cpix) }
    }

    /// `Data/Secret` of a key, of the one namespace or the other; nil where a request has none.
    static func secret(of element: XMLElement) throws(CPIXError) -> XMLElement? {
        let namespaces = [Namespace.cpix, Namespace.pskc]
        guard let data = try element.only("Data", in: namespaces) else { return nil }
        return try data.only("Secret", in: namespaces)
    }

    private static func parse(_ bytes: borrowing SecretBytes) throws(CPIXError) -> XMLDocument {
        do {
            return try bytes.withSpan { (bytes) throws(XMLError) in try XMLDocument(reading: bytes) }
        } catch {
            throw .xml(error)
        }
    }
}
