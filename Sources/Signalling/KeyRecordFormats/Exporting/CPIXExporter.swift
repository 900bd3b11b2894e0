import CPIXDocuments
import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms
import WipedMemory

/// The exporter of the keys of one title as a CPIX document.
///
/// A document has one title and one generation, so that its usage rules give each track and period one key.
/// Keys have their IV (`explicitIV`) and scheme, key systems their playlist lines (`HLSSignalingData`), and
/// periods their index. Usage rules select the track classes by channels and pixels, `all` without a filter,
/// and a rendition by a label with its name. CPIX 2.4 has the HDCP level, too. CPIX cannot represent asset
/// ids, generations and the other terms of policies.
struct CPIXExporter: KeyExporter {
    /// Returns the format of a dialect.
    static func format(_ dialect: CPIXDocument.Dialect) -> ExportFormat {
        ExportFormat(
            name: dialect.rawValue,
            encryption: .keys,
            // SPEKE requires a scheme of common encryption, all of which use AES-128.
            keyLengths: dialect == .speke2 ? [.bits128] : Set(KeyLength.allCases),
            policyTerms: dialect.has(.hdcpLevels) ? [.hdcp] : [],
            options: [.recipients, .signer]
        ) { CPIXExporter(dialect: dialect, settings: $0) }
    }

    let dialect: CPIXDocument.Dialect
    let settings: ExportSettings
    private(set) var title = TitleKeys()

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        guard title.append(key) else {
            throw .notExportable(
                reason: "keys of several titles, but a \(dialect.rawValue) document has one",
                remedy: "Name the title with \(CommandOption.contentID)."
            )
        }
        return .written
    }

    mutating func finish(_ file: ExportOutput) throws(RunFailure) {
        guard let contentID = title.contentID else {
            throw .notExportable(reason: "no keys, but a \(dialect.rawValue) document has at least one")
        }
        try title.checkGenerations(format: dialect.rawValue)
        try checkOverlap()
        let document = try document(contentID)
        var writer = CPIXWriter(dialect)
        writer.recipients = settings.recipients
        writer.signer = settings.signer
        let bytes: SecretBytes
        do throws(CPIXError) {
            bytes = try writer.write(document)
        } catch {
            throw RunFailure(writing: error)
        }
        bytes.withSpan { file.text.append($0) }
    }

    private func document(_ contentID: ContentID) throws(RunFailure) -> CPIXDocument {
        var document = CPIXDocument(contentID: contentID.value)
        for key in title.keys {
            let record = key.record
            document.contentKeys.append(
                CPIXContentKey(
                    kid: record.keyID,
                    explicitIV: record.iv,
                    scheme: try CPIXScheme.scheme(of: key, in: dialect),
                    key: record.key,
                    hdcpLevel: dialect.has(.hdcpLevels) ? key.policy?.terms.hdcp?.uppercased() : nil
                )
            )
            document.drmSystems += try CPIXSignalling.systems(of: key, in: dialect)
            document.usageRules += try CPIXTrack.rules(
                for: record,
                in: dialect,
                includesPeriods: title.isRotated
            )
        }
        if title.isRotated {
            let indices = Set(title.keys.map(\.record.identity.period)).sorted()
            document.periods = indices.map { CPIXPeriod(id: CPIXTrack.periodID($0), index: $0) }
        }
        return document
    }

    /// Throws if a key for all tracks has others beside it: the usage rules would then select two keys.
    private func checkOverlap() throws(RunFailure) {
        let tracks = Set(title.keys.map(\.record.identity.track))
        guard tracks.contains(TrackClass.wholePresentation), tracks.count > 1 else { return }
        throw .notExportable(
            reason:
                "a key for all tracks and keys for single tracks, so that usage rules would select two keys",
            remedy: "Name the \(CommandOption.track) or the \(CommandOption.generation)."
        )
    }
}

extension RunFailure {
    /// Creates the export error for an error of the CPIX writer.
    fileprivate init(writing error: CPIXError) {
        self =
            switch error {
            case .inexpressible(let reason): .notExportable(reason: reason)
            case .certificate(let error):
                .notExportable(
                    reason: "the certificate is refused: \(error.problem)",
                    remedy: error.remedy.map { $0 + "." }
                )
            default: error.missingLibrary.map { .missingLibrary($0) } ?? .fault(error, doing: "writing CPIX")
            }
    }
}
