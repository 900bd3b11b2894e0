import CPIXDocuments
import KeyStore

/// The exporter of SPEKE v2 server replies, with one title in a document; see ``CPIXTitleWriter``.
struct SPEKE2Exporter: KeyExporter {
    static let name = "speke-2"
    static let options: Set<ExportOption> = [.recipients, .signer]

    private var title: CPIXTitleWriter

    static func isPlaintext(withRecipients: Bool) -> Bool { !withRecipients }

    init(_ settings: ExportSettings) {
        title = CPIXTitleWriter(.speke2, settings)
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
