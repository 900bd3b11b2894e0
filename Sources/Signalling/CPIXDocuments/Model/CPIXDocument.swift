/// Content keys and what belongs to them (DASH-IF CPIX 2.3 and 2.4, AWS SPEKE).
///
/// The model knows what documents of all dialects say; a writer writes one dialect strictly, the reader takes all.
package struct CPIXDocument: Sendable {
    /// What a document is written as.
    package enum Dialect: String, CaseIterable, Sendable {
        case version23 = "cpix-2.3"
        case version24 = "cpix-2.4"
        /// A reply of a SPEKE v2 server: CPIX 2.3 with rules of its own.
        case speke2 = "speke-2"
    }

    /// `@id` of the document.
    package var id: String?
    /// `@contentId`; SPEKE v1 has it in `@id`.
    package var contentID: String?
    /// `@version`.
    package var version: String?
    package var contentKeys: [CPIXContentKey]
    package var drmSystems: [CPIXDRMSystem]
    package var periods: [CPIXPeriod]
    package var usageRules: [CPIXUsageRule]
    /// To whom keys were encrypted, as the reader found it; a writer is told its own recipients.
    package var deliveries: [CPIXDelivery] = []
    /// The signatures that hold, as the reader found them.
    package var signatures: [CPIXSignature] = []

    /// A document from its parts.
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
    /// The id of what a key protects: the key's own, its root key's, the document's, or the document's `@id` (SPEKE v1).
    package func contentID(of key: CPIXContentKey) -> String? {
        let root = key.dependsOnKey.flatMap { root in contentKeys.first { $0.kid == root } }
        return key.contentID ?? root?.contentID ?? contentID ?? id
    }

    /// The scheme of a key: its own, or its root key's.
    package func scheme(of key: CPIXContentKey) -> String? {
        let root = key.dependsOnKey.flatMap { root in contentKeys.first { $0.kid == root } }
        return key.scheme ?? root?.scheme
    }
}
