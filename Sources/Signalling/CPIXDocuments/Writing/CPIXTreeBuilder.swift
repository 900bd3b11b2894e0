import Ciphers
import FoundationEssentials
import WipedMemory
import XMLDocuments

/// A builder of the XML tree of a document that conforms to its dialect.
struct CPIXTreeBuilder {
    let dialect: CPIXDocument.Dialect
    let document: CPIXDocument
    let encryption: DocumentEncryption?
    let isSigned: Bool

    /// Returns the tree, whose root declares all namespaces that it uses.
    func tree() throws -> XMLDocument {
        let tree = try XMLDocument(root: "CPIX", prefix: "cpix", namespaces: ["cpix": Namespace.cpix])
        let root = tree.root
        try root.declare("pskc", Namespace.pskc)
        if encryption != nil || isSigned { try root.declare("ds", Namespace.ds) }
        if encryption != nil { try root.declare("xenc", Namespace.xenc) }
        if document.drmSystems.contains(where: { $0.keyFormat != nil || $0.keyFormatVersions != nil }) {
            try root.declare("speke", Namespace.speke)
        }
        try root.setAttribute("id", document.id)
        try root.setAttribute("contentId", document.contentID)
        try root.setAttribute("version", dialect.version)
        if let encryption { try addDeliveries(encryption, to: root) }
        try add("ContentKey", document.contentKeys, to: root, addKey)
        let systems = DRMSystemBuilder(dialect: dialect)
        try add("DRMSystem", document.drmSystems, to: root, systems.build)
        try add("ContentKeyPeriod", document.periods, to: root, addPeriod)
        try add("ContentKeyUsageRule", document.usageRules, to: root, UsageRuleBuilder.build)
        return tree
    }

    /// Appends a list unless it is empty, which the schema does not allow.
    private func add<Item>(
        _ name: String,
        _ items: [Item],
        to root: XMLElement,
        _ build: (Item, XMLElement) throws -> Void
    ) throws {
        guard !items.isEmpty else { return }
        let list = try root.append("cpix", name + "List")
        for item in items { try build(item, list.append("cpix", name)) }
    }

    /// Indicates whether the document is a request.
    ///
    /// The `DeliveryData` of a request has only the certificates that the reply is to be encrypted to.
    private var isRequest: Bool {
        dialect.has(.requests) && !document.contentKeys.isEmpty
            && document.contentKeys.allSatisfy { $0.key == nil }
    }

    private func addDeliveries(_ encryption: DocumentEncryption, to root: XMLElement) throws {
        try add("DeliveryData", encryption.recipients, to: root) { recipient, delivery in
            try delivery.append("cpix", "DeliveryKey").append("ds", "X509Data").append(
                "ds",
                "X509Certificate"
            )
            .append(text: Base64.encode(recipient.der))
            guard !isRequest else { return }
            let documentKey = try delivery.append("cpix", "DocumentKey")
            if dialect.has(.documentKeyAlgorithm) {
                try documentKey.setAttribute("Algorithm", Algorithm.aes256CBC)
            }
            let secret = try documentKey.append("cpix", "Data").append("pskc", "Secret")
            try encryption.encryptDocumentKey(for: recipient, into: secret)
            let method = try delivery.append("cpix", "MACMethod")
            try method.setAttribute("Algorithm", Algorithm.hmacSHA512)
            // SPEKE deviates from the schema here.
            let key =
                try dialect == .speke2
                ? method.append("cpix", "Key").append("pskc", "EncryptedValue")
                : method.append("pskc", "MACKey")
            try encryption.encryptMACKey(for: recipient, into: key)
        }
    }

    private func addKey(_ key: CPIXContentKey, _ element: XMLElement) throws {
        try element.setAttribute("kid", Self.uuidText(key.kid))
        try element.setAttribute("contentId", key.contentID)
        try element.setAttribute("explicitIV", key.explicitIV.map { Base64.encode($0.bytes) })
        try element.setAttribute("dependsOnKey", key.dependsOnKey.map(Self.uuidText))
        try element.setAttribute("commonEncryptionScheme", key.scheme)
        if let level = key.hdcpLevel {
            try element.append("cpix", "HDCPData").setAttribute("HLSHDCPLevel", level)
        }
        guard let contentKey = key.key else { return }
        let secret = try element.append("cpix", "Data").append("pskc", "Secret")
        guard let encryption else {
            let text = contentKey.withSpan { Base64.encode($0) }
            let value = try secret.append("pskc", "PlainValue")
            try text.withSpan { (text) throws(XMLError) in try value.append(ascii: text) }
            return
        }
        try encryption.encrypt(contentKey, into: secret)
    }

    private func addPeriod(_ period: CPIXPeriod, _ element: XMLElement) throws {
        try element.setAttribute("id", period.id)
        try element.setAttribute("index", period.index.map(String.init))
        try element.setAttribute("label", period.label)
        for name in PeriodReader.attributes {
            try element.setAttribute(name, period.attributes[name])
        }
    }

    /// Returns a UUID in lower case.
    static func uuidText(_ id: UUID) -> String { id.uuidString.lowercased() }
}
