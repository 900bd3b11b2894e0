/// A CPIX document: content keys with their signalling, key periods and usage rules (DASH-IF CPIX 2.3 and
/// 2.4, AWS SPEKE).
///
/// The model covers all dialects. ``CPIXReader`` accepts all of them; ``CPIXWriter`` writes one (``Dialect``) strictly.
package struct CPIXDocument: Sendable {
    /// The id of the document (`@id`).
    package var id: String?
    /// The content id of the title (`@contentId`); SPEKE v1 has it in `@id`.
    package var contentID: String?
    /// The CPIX version (`@version`).
    package var version: String?
    package var contentKeys: [CPIXContentKey]
    package var drmSystems: [CPIXDRMSystem]
    package var periods: [CPIXPeriod]
    package var usageRules: [CPIXUsageRule]
    /// The recipients that the reader found; a writer has its own list of recipients.
    package var deliveries: [CPIXDelivery] = []
    /// The valid signatures that the reader found.
    package var signatures: [CPIXSignature] = []

    /// Creates a document from its parts.
    package init(
        id: String? = nil,
        contentID: String? = nil,
        version: String? = nil,
        contentKeys: [CPIXContentKey] = [],
        drmSystems: [CPIXDRMSystem] = [],
        periods: [CPIXPeriod] = [],
        usageRules: [CPIXUsageRule] = []
    ) {
        self.id = id
        self.contentID = contentID
        self.version = version
        self.contentKeys = contentKeys
        self.drmSystems = drmSystems
        self.periods = periods
        self.usageRules = usageRules
    }
}

extension CPIXDocument {
    /// Returns the content id of a key: its own, its root key's, the document's, or the document's `@id`
    /// (SPEKE v1).
    package func contentID(of key: CPIXContentKey) -> String? {
        let root = key.dependsOnKey.flatMap { root in contentKeys.first { $0.kid == root } }
        return key.contentID ?? root?.contentID ?? contentID ?? id
    }

    /// Returns the protection scheme of a key: its own, or its root key's.
    package func scheme(of key: CPIXContentKey) -> String? {
        let root = key.dependsOnKey.flatMap { root in contentKeys.first { $0.kid == root } }
        return key.scheme ?? root?.scheme
    }
}
