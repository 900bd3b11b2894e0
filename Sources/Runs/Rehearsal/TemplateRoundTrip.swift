import Ciphers
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import Presentations
package import Protection
package import ProviderTemplates
import WipedMemory

/// The way of keys to a key server and back: a template gives the URI, apps cut out the asset id, the key server looks for it
/// in the records that were exported and imported as JSON lines.
package struct TemplateRoundTrip {
    /// How many keys were looked for.
    package private(set) var keyCount = 0
    /// How many asset ids found their key.
    package private(set) var assetIDCount = 0
    /// What did not work, each once.
    package private(set) var findings: [TemplateFinding] = []

    private let subject: TemplateSubject
    private let policy: ProtectionPolicy

    /// Does it for the keys of a template's samples that the template can tell apart.
    ///
    /// - Parameters:
    ///   - subject: the template with its samples.
    ///   - policy: how media would be protected.
    /// - Throws: what the stores throw.
    package init(_ subject: TemplateSubject, policy: ProtectionPolicy) throws {
        self.subject = subject
        self.policy = policy
        let rehearsal = try KeyRehearsal(
            subject.template.keyURI,
            named: subject.template.name,
            policy: policy,
            assetIDRules: subject.template.assetIDRules
        )
        var keys: [(sample: TemplateSample, key: ExportableKey)] = []
        for sample in distinct(subject.samples) {
            if let key = try preview(sample, rehearsal)?.key { keys.append((sample, key)) }
        }
        keyCount = keys.count
        guard !keys.isEmpty else { return }
        let server = try Self.imported(keys.map(\.key))
        for (sample, key) in keys { try look(for: sample, key, in: server) }
    }

    /// What the planner refuses for a title that the rules warn of is no other finding.
    private mutating func preview(_ sample: TemplateSample, _ rehearsal: KeyRehearsal) throws -> KeyPreview? {
        let key = SampleKey(
            contentID: sample.title.contentID,
            track: sample.track,
            period: sample.period,
            generation: sample.generation,
            keyID: sample.keyID,
            iv: try InitializationVector(bytes: sample.iv)
        )
        do {
            return try rehearsal.preview(key, subject.variables(of: sample.title.contentID))
        } catch let error as PresentationError {
            if case .noAssetID = error { return nil }
            add("refused", "protect refuses a key of a title: \(error)")
            return nil
        }
    }

    /// The samples that render, each URI once: two keys with one URI are a finding of the rules.
    private func distinct(_ samples: [TemplateSample]) -> [TemplateSample] {
        var seen: Set<[UInt8]> = []
        return samples.filter { sample in sample.text.map { seen.insert(Array($0.utf8)).inserted } ?? false }
            .sorted { ($0.title.contentID, $0.generation) < ($1.title.contentID, $1.generation) }
    }

    /// A store that knows the keys from a file alone.
    private static func imported(_ keys: [ExportableKey]) throws -> [ExportableKey] {
        let sorted = keys.sorted { $0.record.identity < $1.record.identity }
        let file = try JSONLinesExporter().export(sorted)
        var bytes = file.withSpan { span in span.indices.map { span[$0] } }
        let input = ImportInput(taking: &bytes, name: "the exported records")
        let server = try ScratchKeyStore()
        _ = try ImportFormats.read(input, as: JSONLinesExporter.name, ImportSettings()).store(
            in: server.store
        )
        var imported: [ExportableKey] = []
        try server.store.forEachExportableKey(of: nil) { (key) throws(KeyStoreError) in imported.append(key) }
        return imported
    }

    private mutating func look(
        for sample: TemplateSample,
        _ key: ExportableKey,
        in server: [ExportableKey]
    ) throws {
        guard let uri = sample.text else { return }
        let rules = subject.template.assetIDRules
        let assetIDs = AssetIDRule.assetIDs(inKeyURI: uri, rules)
        for assetID in assetIDs {
            let found = server.filter { candidate in
                candidate.signalling.contains { $0.assetIDs.contains { $0.hex == assetID.hex } }
            }
            if found.contains(where: { $0.record.keyID == key.record.keyID }), found.count == 1 {
                assetIDCount += 1
            } else if found.count > 1 {
                // Without rules, all that any app may take was tried.
                guard rules != nil else { continue }
                addAmbiguity(of: assetID.rule, key.record.identity, among: found.map(\.record.identity))
            } else {
                add("record-not-found", "by the rule \(assetID.rule.name), no record has the asset id.")
            }
        }
    }

    /// Keys that are in force at the same time have to have asset ids of their own; those that follow each other are wanted
    /// only by who rotates or replaces keys.
    private mutating func addAmbiguity(
        of rule: AssetIDRule,
        _ identity: KeyIdentity,
        among found: [KeyIdentity]
    ) {
        let areSuccessive = found.allSatisfy {
            $0.contentID == identity.contentID && $0.track == identity.track
        }
        add(
            "record-ambiguous",
            areSuccessive
                ? "by the rule \(rule.name), the keys of all periods and generations of a title have one asset id, so that a key "
                    + "server that goes by it gives a wrong one after --new-key or with --rotate-every. Do without, or use a "
                    + "rule, or a URI, that tells them apart."
                : "by the rule \(rule.name), one asset id stands for \(found.count) keys, and a key server that goes "
                    + "by it gives a wrong one. Use a rule, or a URI, that tells them apart.",
            severity: areSuccessive ? .warning : .error
        )
    }

    private mutating func add(
        _ rule: String,
        _ message: String,
        severity: TemplateFinding.Severity = .error
    ) {
        let finding = TemplateFinding(
            rule: rule,
            severity: severity,
            message: message
        )
        if !findings.contains(finding) { findings.append(finding) }
    }
}
