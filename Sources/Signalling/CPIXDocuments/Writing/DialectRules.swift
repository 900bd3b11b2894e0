import FoundationEssentials
import TextFormats

/// The rules of a dialect.
///
/// Contents that the dialect cannot represent are refused, not dropped; contents that it has in another
/// location are moved there.
struct DialectRules {
    private let dialect: CPIXDocument.Dialect

    init(_ dialect: CPIXDocument.Dialect) {
        self.dialect = dialect
    }

    /// Checks a document, and returns it in the form that the dialect requires.
    func checked(_ document: CPIXDocument) throws(CPIXError) -> CPIXDocument {
        var document = document
        try moveContentIDs(&document)
        try checkReferences(document)
        for key in document.contentKeys { try check(key) }
        for index in document.drmSystems.indices { try check(&document.drmSystems[index]) }
        for period in document.periods { try check(period) }
        for rule in document.usageRules { try check(rule) }
        if dialect == .speke2 { try SPEKERules.check(document) }
        return document
    }

    /// Moves content ids: a single one to the document; several ones to the keys.
    private func moveContentIDs(_ document: inout CPIXDocument) throws(CPIXError) {
        let ids = Set(document.contentKeys.map { $0.contentID ?? document.contentID })
        if ids.count > 1 {
            guard dialect.has(.contentIDsOfKeys) else { throw cannot("several content ids in one document") }
            for index in document.contentKeys.indices where document.contentKeys[index].dependsOnKey == nil {
                document.contentKeys[index].contentID =
                    document.contentKeys[index].contentID ?? document.contentID
            }
            document.contentID = nil
        } else {
            document.contentID = ids.first ?? document.contentID
            for index in document.contentKeys.indices { document.contentKeys[index].contentID = nil }
        }
        if dialect == .speke2 { document.id = nil }
        // The `@id` of SPEKE v1 is a content id, which need not be an XML name.
        if let id = document.id, document.contentID != nil || dialect.has(.contentIDsOfKeys) {
            try checkName(id, "the id of the document")
        }
    }

    private func checkReferences(_ document: CPIXDocument) throws(CPIXError) {
        let kids = Set(document.contentKeys.map(\.kid))
        guard kids.count == document.contentKeys.count else { throw cannot("two keys with the same key id") }
        let periods = Set(document.periods.map(\.id))
        guard periods.count == document.periods.count else { throw cannot("two periods with the same id") }
        let referencedKeyIDs = document.drmSystems.map(\.kid) + document.usageRules.map(\.kid)
        guard kids.isSuperset(of: referencedKeyIDs) else {
            throw cannot("a DRM system or a usage rule for a key that is not in the document")
        }
        guard periods.isSuperset(of: document.usageRules.flatMap(\.periodIDs)) else {
            throw cannot("a usage rule for a period that is not in the document")
        }
    }

    private func check(_ key: CPIXContentKey) throws(CPIXError) {
        if key.dependsOnKey != nil, key.scheme != nil || key.contentID != nil || key.hdcpLevel != nil {
            throw cannot("scheme, content id or HDCP of a key that depends on another one")
        }
        if let scheme = key.scheme, scheme.utf8.count != 4, !dialect.has(.methodsAsSchemes) {
            throw cannot("the scheme \(QuotedText.text(scheme))")
        }
        if key.hdcpLevel != nil, !dialect.has(.hdcpLevels) { throw cannot("an HDCP level") }
    }

    private func check(_ system: inout CPIXDRMSystem) throws(CPIXError) {
        let lines = (system.mediaLines ?? []) + (system.multivariantLines ?? [])
        guard lines.allSatisfy({ !$0.contains(where: \.isNewline) }) else {
            throw cannot("a line of a playlist with a line break in it")
        }
        if system.allowedCPC != nil, !dialect.has(.allowedCPC) { throw cannot("HLSAllowedCPC") }
        guard !dialect.has(.keyURIs), system.keyURI != nil else { return }
        guard system.mediaLines != nil else { throw cannot("a key URI without its line (URIExtXKey)") }
        // The playlist line contains the URI.
        system.keyURI = nil
        system.keyFormat = nil
        system.keyFormatVersions = nil
    }

    private func check(_ period: CPIXPeriod) throws(CPIXError) {
        try checkName(period.id, "the id of a period")
        guard PeriodReader.isValid(period.attributes) else { throw cannot("a period with incomplete times") }
        guard !dialect.has(.periodOffsets) else { return }
        let hasOffsets = period.attributes.keys.contains { $0 != "start" && $0 != "end" }
        if period.label != nil || hasOffsets { throw cannot("the label, offset or duration of a period") }
    }

    private func check(_ rule: CPIXUsageRule) throws(CPIXError) {
        guard rule.unknownFilters.isEmpty else { throw cannot("unknown filters") }
    }

    /// Throws unless a name is an XML name without a colon (`NCName`) in ASCII, as `xs:ID` requires.
    private func checkName(_ name: String, _ what: String) throws(CPIXError) {
        let hasValidStart = name.utf8.first.map { $0.isASCIILetter || $0 == UInt8(ascii: "_") } ?? false
        let isName = name.utf8.allSatisfy {
            $0.isASCIIAlphanumeric || "_-.".utf8.contains($0)
        }
        guard hasValidStart, isName else {
            throw cannot(
                "\(what) as \(QuotedText.text(name)) (expected a letter or _, then letters, digits, _, - and .)"
            )
        }
    }

    private func cannot(_ what: String) -> CPIXError {
        .inexpressible(reason: "\(dialect.rawValue) cannot express \(what)")
    }
}
