import Ciphers
import Failures
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import Presentations
package import Protection
import ProtectionTerms
package import ProviderTemplates
import WipedMemory

/// A round trip of a template without media: key URI, asset id, exported records, license.
///
/// The template renders the URIs, apps extract the asset ids, and the license server looks these up in
/// records exported as JSON lines and returns licenses with key and IV.
package struct TemplateRoundTrip {
    /// The number of keys that were looked up.
    package private(set) var keyCount = 0
    /// The number of asset ids that found their key.
    package private(set) var assetIDCount = 0
    /// The number of licenses with the right key and IV, and of key URLs with the right key.
    package private(set) var licenseCount = 0
    /// The findings, without duplicates.
    package private(set) var findings: [TemplateFinding] = []

    private let lintedTemplate: LintedTemplate
    private let policy: ProtectionPolicy

    /// Runs the round trip for the distinct keys of a template's samples.
    ///
    /// - Parameters:
    ///   - lintedTemplate: the template with its samples.
    ///   - policy: the protection settings for media.
    /// - Throws: the errors of the key stores.
    package init(_ lintedTemplate: LintedTemplate, policy: ProtectionPolicy) throws {
        self.lintedTemplate = lintedTemplate
        self.policy = policy
        let rehearsal = try KeyRehearsal(
            lintedTemplate.template.keyURI,
            named: lintedTemplate.template.name,
            policy: policy,
            assetIDRules: lintedTemplate.template.assetIDRules
        )
        var keys: [(sample: TemplateSample, key: ExportableKey)] = []
        for sample in distinct(lintedTemplate.samples) {
            if let key = try preview(sample, rehearsal)?.key { keys.append((sample, key)) }
        }
        keyCount = keys.count
        guard !keys.isEmpty else { return }
        let file = try JSONLinesExporter.format().export(
            keys.map(\.key).sorted { $0.record.identity < $1.record.identity }
        )
        let serverKeys = try Self.imported(Self.input(of: file))
        let exported = try ExportedKeys(reading: Self.input(of: file), as: JSONLinesExporter.format().name)
        let licenses = try TemplateLicenses(exported)
        let urlLookup = KeyURLLookup(exported)
        let flowCheck = lintedTemplate.template.flow.map { flow in
            TemplateFlowCheck(
                flow: flow,
                parameters: lintedTemplate.template.flowParameters,
                isTestOnly: lintedTemplate.template.isTestOnly,
                exportedKeys: exported,
                licenses: licenses
            )
        }
        for (sample, key) in keys {
            try lookUpByAssetID(for: sample, key, in: serverKeys, licenses)
            try checkFlow(flowCheck, sample, key)
            lookUpByURL(sample, key, in: urlLookup)
            if lintedTemplate.template.assetIDRules == [] { try requestLicenseByAddress(for: key) }
        }
    }

    /// Creates the importer's input from the exported file.
    private static func input(of file: borrowing SecretBytes) -> ImportInput {
        var bytes = file.withSpan { span in span.indices.map { span[$0] } }
        return ImportInput(taking: &bytes, name: "the exported records")
    }

    /// Previews the key of a sample, or returns nil if the planner refuses it.
    ///
    /// A refusal of a title without an asset id is no further finding, because the template rules warn of it.
    /// Failures of the machine are thrown: they say nothing about the template.
    private mutating func preview(_ sample: TemplateSample, _ rehearsal: KeyRehearsal) throws -> KeyPreview? {
        let key = SampleKey(
            contentID: sample.title.contentID,
            track: sample.track,
            period: sample.period,
            generation: sample.generation,
            keyID: sample.keyID,
            iv: try InitializationVector(bytes: sample.iv)
        )
        let variables = try lintedTemplate.variables(of: sample.title.contentID)
        do {
            return try rehearsal.preview(key, variables)
        } catch {
            guard error.failureClass == .malformed || error.failureClass == .usage else { throw error }
            if error.kind != .noAssetID { add("refused", "protect refuses a key of a title: \(error)") }
            return nil
        }
    }

    /// Returns the samples that render, without duplicate URIs; the template rules report those.
    private func distinct(_ samples: [TemplateSample]) -> [TemplateSample] {
        var seen: Set<[UInt8]> = []
        return samples.filter { sample in sample.text.map { seen.insert(Array($0.utf8)).inserted } ?? false }
            .sorted { ($0.title.contentID, $0.generation) < ($1.title.contentID, $1.generation) }
    }

    /// Imports the file into an empty store and returns the store's keys.
    private static func imported(_ input: ImportInput) throws -> [ExportableKey] {
        let serverStore = try TemporaryKeyStore()
        _ = try ImportFormats.read(input, as: JSONLinesExporter.format().name, ImportSettings()).store(
            in: serverStore.store
        )
        var imported: [ExportableKey] = []
        try serverStore.store.forEachExportableKey(of: nil) { (key) throws(RunFailure) in
            imported.append(key)
        }
        return imported
    }

    private mutating func lookUpByAssetID(
        for sample: TemplateSample,
        _ key: ExportableKey,
        in serverKeys: [ExportableKey],
        _ licenses: TemplateLicenses
    ) throws {
        guard let uri = sample.text else { return }
        let rules = lintedTemplate.template.assetIDRules
        let assetIDs = AssetIDRule.assetIDs(inKeyURI: uri, rules)
        for assetID in assetIDs {
            let found = serverKeys.filter { candidate in
                candidate.signalling.contains { $0.assetIDs.contains { $0.hex == assetID.hex } }
            }
            if found.contains(where: { $0.record.keyID == key.record.keyID }), found.count == 1 {
                assetIDCount += 1
                try requestLicense(for: assetID, key.record, licenses)
            } else if found.count > 1 {
                // Without rules, every possible asset id was tried, so an ambiguous one is no finding.
                guard rules != nil else { continue }
                addAmbiguity(of: assetID.rule, key.record.identity, among: found.map(\.record.identity))
            } else {
                add(
                    "record-not-found",
                    "no key record has the asset id that the asset_id rule \(assetID.rule.name) finds. Correct the key URI "
                        + "or asset_id."
                )
            }
        }
    }

    /// Runs the flow that the template names, for a key of 16 bytes, which FairPlay requires.
    private mutating func checkFlow(
        _ flowCheck: TemplateFlowCheck?,
        _ sample: TemplateSample,
        _ key: ExportableKey
    )
        throws
    {
        guard let flowCheck, let uri = sample.text, key.record.key.length == .bits128 else { return }
        let assetID = AssetIDRule.assetIDs(inKeyURI: uri, lintedTemplate.template.assetIDRules).first?.bytes
        let faults = try flowCheck.faults(of: uri, assetID: assetID, key.record)
        for fault in faults { add(fault.rule, fault.message, severity: fault.isWarning ? .warning : .error) }
    }

    /// Requests a license for a key of 16 bytes, which FairPlay requires.
    private mutating func requestLicense(
        for assetID: AssetID,
        _ record: KeyRecord,
        _ licenses: TemplateLicenses
    ) throws {
        guard record.key.length == .bits128 else { return }
        guard let fault = try licenses.fault(of: assetID.bytes, record) else {
            licenseCount += 1
            return
        }
        add(
            "no-license",
            "for the asset id that the asset_id rule \(assetID.rule.name) finds, the license server gives no license "
                + "(\(fault)). Correct the key URI or asset_id."
        )
    }

    /// Requests a license at an address for one key, such as a token URL, where no asset id is looked up.
    private mutating func requestLicenseByAddress(for key: ExportableKey) throws {
        let file = try JSONLinesExporter.format().export([key])
        let exportedKeys = try ExportedKeys(
            reading: Self.input(of: file),
            as: JSONLinesExporter.format().name
        )
        let assetID = Array("hard-coded".utf8)
        if let fault = try TemplateLicenses(exportedKeys, .soleKey).fault(of: assetID, key.record) {
            add("no-license", "at a license URL of its own, the license server gives no license (\(fault)).")
        } else {
            licenseCount += 1
        }
    }

    /// Looks up the key of an https URL, which clients request unchanged.
    private mutating func lookUpByURL(
        _ sample: TemplateSample,
        _ key: ExportableKey,
        in urlLookup: KeyURLLookup
    ) {
        guard let uri = sample.text, uri.utf8.starts(with: "https:".utf8) else { return }
        switch urlLookup.key(for: uri) {
        case .success(let found) where found.key == key.record.key: licenseCount += 1
        case .success: add("record-not-found", "the exported file has another key for a key URL.")
        case .failure(let failure):
            add("record-not-found", "the key server gives no key for a key URL: \(failure.message).")
        }
    }

    /// Reports an asset id that several keys share.
    ///
    /// Keys that are in use at the same time need distinct asset ids, so this is an error. For successive
    /// keys it is only a warning, because it matters only with rotation or rekeying.
    private mutating func addAmbiguity(
        of rule: AssetIDRule,
        _ identity: KeyIdentity,
        among identities: [KeyIdentity]
    ) {
        let areSuccessive = identities.allSatisfy {
            $0.contentID == identity.contentID && $0.track == identity.track
        }
        add(
            "record-ambiguous",
            areSuccessive
                ? "by the asset_id rule \(rule.name), the keys of all periods and generations of a title have the same asset id, so that a "
                    + "license server that looks keys up by it returns a wrong key after \(CommandOption.newKey) or with \(CommandOption.rotateEvery). Avoid these options, "
                    + "or use an asset_id rule or a URI that tells the keys apart."
                : "by the asset_id rule \(rule.name), \(identities.count) keys have the same asset id, and a license server that looks keys "
                    + "up by it returns a wrong key. Use an asset_id rule or a URI that tells the keys apart.",
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
