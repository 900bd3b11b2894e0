import FoundationEssentials
import TextFormats
import XMLDocuments

/// A check that the ids in a document are unique and refer to elements in it.
struct ReferenceCheck {
    private let document: CPIXDocument
    private let kids: Set<UUID>

    init(_ document: CPIXDocument) {
        self.document = document
        kids = Set(document.contentKeys.map(\.kid))
    }

    /// Throws if an id is not unique or a reference is invalid.
    ///
    /// - Parameter root: the XML of the same document, whose elements give the lines for errors; each list
    ///   must be in the order of the document's array.
    /// - Throws: `CPIXError` at the first fault.
    func check(_ root: XMLElement) throws(CPIXError) {
        try checkKeys(CPIXReader.items("ContentKey", in: root))
        try checkPeriods(CPIXReader.items("ContentKeyPeriod", in: root))
        try checkSystems(CPIXReader.items("DRMSystem", in: root))
        try checkRules(CPIXReader.items("ContentKeyUsageRule", in: root))
    }

    private func checkKeys(_ elements: [XMLElement]) throws(CPIXError) {
        var seen: Set<UUID> = []
        let leaves = Set(document.contentKeys.filter { $0.dependsOnKey != nil }.map(\.kid))
        for (key, element) in zip(document.contentKeys, elements) {
            guard seen.insert(key.kid).inserted else {
                throw element.failure("kid \(uuidText(key.kid)) appears twice")
            }
            if let id = key.contentID, let documentContentID = document.contentID, id != documentContentID {
                throw element.failure("contentId differs from that of the document")
            }
            if let rootKey = key.dependsOnKey, leaves.contains(rootKey) {
                throw element.failure(
                    "dependsOnKey names \(uuidText(rootKey)), which depends on another key itself"
                )
            }
        }
    }

    private func checkPeriods(_ elements: [XMLElement]) throws(CPIXError) {
        var seen: Set<String> = []
        for (period, element) in zip(document.periods, elements) where !period.id.isEmpty {
            guard seen.insert(period.id).inserted else {
                throw element.failure("id \(period.id.debugDescription) appears twice")
            }
        }
    }

    private func checkSystems(_ elements: [XMLElement]) throws(CPIXError) {
        var seen: Set<[UUID]> = []
        for (system, element) in zip(document.drmSystems, elements) {
            guard kids.contains(system.kid) else {
                throw element.failure("no ContentKey has kid \(uuidText(system.kid))")
            }
            guard seen.insert([system.systemID, system.kid]).inserted else {
                throw element.failure(
                    "system \(uuidText(system.systemID)) appears twice for kid \(uuidText(system.kid))"
                )
            }
        }
    }

    private func checkRules(_ elements: [XMLElement]) throws(CPIXError) {
        let periods = Set(document.periods.map(\.id))
        let roots = Set(document.contentKeys.compactMap(\.dependsOnKey))
        for (rule, element) in zip(document.usageRules, elements) {
            guard kids.contains(rule.kid) else {
                throw element.failure("no ContentKey has kid \(uuidText(rule.kid))")
            }
            guard !roots.contains(rule.kid) else {
                throw element.failure("kid \(uuidText(rule.kid)) is a root key, which encrypts no media")
            }
            if let id = rule.periodIDs.first(where: { !periods.contains($0) }) {
                throw element.failure("no ContentKeyPeriod has id \(QuotedText.text(id))")
            }
        }
    }

    private func uuidText(_ id: UUID) -> String { id.uuidString.lowercased() }
}
