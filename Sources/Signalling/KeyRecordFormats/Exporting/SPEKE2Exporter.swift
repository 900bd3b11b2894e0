internal import CPIXDocuments
package import KeyStore

/// The reply of a SPEKE v2 server, a document of one title; see ``CPIXTitle``.
package struct SPEKE2Exporter: KeyExporter {
    package static let name = "speke-2"
    package static let options: Set<ExportOption> = [.recipients, .signer]

    private var title: CPIXTitle

    package static func isPlaintext(withRecipients: Bool) -> Bool { !withRecipients }

    package init(_ settings: ExportSettings) {
        title = CPIXTitle(.speke2, settings)
    }

    package mutating func append(
        _ key: ExportableKey,
        to file: ExportText
    ) throws(KeyStoreError) -> ExportOutcome {
        try title.append(key)
    }

    package mutating func finish(_ file: ExportText) throws(KeyStoreError) {
        try title.write(to: file.text)
    }
}
