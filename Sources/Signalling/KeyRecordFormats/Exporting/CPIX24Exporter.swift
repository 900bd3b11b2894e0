import CPIXDocuments
import KeyStore
import ProtectionTerms

/// The exporter of CPIX 2.4, with one title in a document; see ``CPIXTitleWriter``.
struct CPIX24Exporter: KeyExporter {
    static let name = "cpix-2.4"
    static let keyLengths = Set(KeyLength.allCases)
    static let policyTerms: Set<KeyPolicyTerm> = [.hdcp]
    static let options: Set<ExportOption> = [.recipients, .signer]

    private var title: CPIXTitleWriter

    static func isPlaintext(withRecipients: Bool) -> Bool { !withRecipients }

    init(_ settings: ExportSettings) {
        title = CPIXTitleWriter(.version24, settings)
    }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(KeyStoreError) -> ExportOutcome {
        try title.append(key)
    }

    mutating func finish(_ file: ExportOutput) throws(KeyStoreError) {
        try title.write(to: file.text)
    }
}
