import Ciphers
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import Presentations
package import Protection
import ProtectionTerms
package import ProviderTemplates
import WipedMemory

/// The flow of a template from end to end, without media: the template gives the URI, apps cut out the asset id, the key server
/// looks for it in the records that were exported as JSON lines, and answers with a license that has key and IV.
package struct TemplateRoundTrip {
    /// How many keys were looked for.
    package private(set) var keyCount = 0
    /// How many asset ids found their key.
    package private(set) var assetIDCount = 0
    /// How many licenses came with their key and IV.
    package private(set) var licenseCount = 0
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
        let file = try JSONLinesExporter().export(
            keys.map(\.key).sorted { $0.record.identity < $1.record.identity }
        )
        let server = try Self.imported(Self.input(of: file))
        let exported = try ExportedKeys(reading: Self.input(of: file), as: JSONLinesExporter.name)
        let licenses = try TemplateLicenses(exported)
        let urls = KeyURLLookup(exported)
        let flow = subject.template.flow.map { flow in
            TemplateFlowCheck(
                flow: flow,
                parameters: subject.template.flowParameters,
                isTestOnly: subject.template.isTestOnly,
                exported: exported,
                licenses: licenses
            )
        }
        for (sample, key) in keys {
            try look(for: sample, key, in: server, licenses)
            try walk(flow, sample, key)
            lookForURL(sample, key, in: urls)
            if subject.template.assetIDRules == [] { try askByAddress(for: key) }
        }
    }

    /// The file as a key server reads it.
    private static func input(of file: borrowing SecretBytes) -> ImportInput {
        var bytes = file.withSpan { span in span.indices.map { span[$0] } }
        return ImportInput(taking: &bytes, name: "the exported records")
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
    private static func imported(_ input: ImportInput) throws -> [ExportableKey] {
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
        in server: [ExportableKey],
        _ licenses: TemplateLicenses
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
                try ask(for: assetID, key.record, licenses)
            } else if found.count > 1 {
                // Without rules, all that any app may take was tried.
                guard rules != nil else { continue }
                addAmbiguity(of: assetID.rule, key.record.identity, among: found.map(\.record.identity))
            } else {
                add("record-not-found", "by the rule \(assetID.rule.name), no record has the asset id.")
            }
        }
    }

    /// Walks the flow that the template names, for keys of a length that FairPlay has.
    private mutating func walk(_ flow: TemplateFlowCheck?, _ sample: TemplateSample, _ key: ExportableKey)
        throws
    {
        guard let flow, let uri = sample.text, key.record.key.length == .bits128 else { return }
        let assetID = AssetIDRule.assetIDs(inKeyURI: uri, subject.template.assetIDRules).first?.bytes
        let faults = try flow.faults(of: uri, assetID: assetID, key.record)
        for fault in faults { add(fault.rule, fault.message, severity: fault.isWarning ? .warning : .error) }
    }

    /// Asks for a license, which FairPlay has for keys of 16 bytes.
    private mutating func ask(
        for assetID: AssetID,
        _ record: KeyRecord,
        _ licenses: TemplateLicenses
    ) throws {
        guard record.key.length == .bits128 else { return }
        guard let fault = try licenses.fault(of: assetID.bytes, record) else {
            licenseCount += 1
            return
        }
        add("no-license", "by the rule \(assetID.rule.name), the key server gives no license (\(fault)).")
    }

    /// Asks at an address that stands for one key, as that of a token does: no asset id is looked up.
    private mutating func askByAddress(for key: ExportableKey) throws {
        let file = try JSONLinesExporter().export([key])
        let sole = try ExportedKeys(reading: Self.input(of: file), as: JSONLinesExporter.name)
        let ownID = Array("hard-coded".utf8)
        if let fault = try TemplateLicenses(sole, .soleKey).fault(of: ownID, key.record) {
            add("no-license", "at an address of its own, the key server gives no license (\(fault)).")
        } else {
            licenseCount += 1
        }
    }

    /// Looks for the key of an https URL, which clients ask as it is.
    private mutating func lookForURL(_ sample: TemplateSample, _ key: ExportableKey, in urls: KeyURLLookup) {
        guard let uri = sample.text, uri.utf8.starts(with: "https:".utf8) else { return }
        switch urls.key(for: uri) {
        case .success(let found) where found.key == key.record.key: licenseCount += 1
        case .success: add("record-not-found", "the exported file has another key of a key URL.")
        case .failure(let failure):
            add("record-not-found", "the key server gives no key for a key URL: \(failure.message).")
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
