internal import CPIXDocuments
package import KeyStore
package import ProtectionTerms

/// CPIX 2.4, a document of one title; see ``CPIXTitle``.
package struct CPIX24Exporter: KeyExporter {
    package static let name = "cpix-2.4"
    package static let keyLengths = Set(KeyLength.allCases)
    package static let policyTerms: Set<KeyPolicyTerm> = [.hdcp]
    package static let options: Set<ExportOption> = [.recipients, .signer]

    private var title: CPIXTitle

    package static func isPlaintext(withRecipients: Bool) -> Bool { !withRecipients }

    package init(_ settings: ExportSettings) {
        title = CPIXTitle(.version24, settings)
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
