package import KeyRecordFormats
import KeyStore
import ProtectionTerms

/// An exported file as a license server has it.
package struct ExportedFile: Sendable {
    /// The keys in the file.
    package let keys: ExportedKeys
    /// The name of the format.
    let format: String

    /// Creates a value from keys that were read and the name of their format.
    package init(keys: ExportedKeys, format: String) {
        self.keys = keys
        self.format = format
    }

    /// The policy terms that the format can express, or nil for an unknown format.
    ///
    /// A format name that was detected from a file may cover several versions. Terms that one of them cannot
    /// express are excluded.
    var policyTerms: Set<KeyPolicyTerm>? {
        let formats =
            ExportFormats.named(format).map { [$0] }
            ?? ExportFormats.all.filter {
                $0.name.utf8.starts(with: "\(format)-".utf8)
            }
        guard let first = formats.first else { return nil }
        return formats.dropFirst().reduce(first.policyTerms) { $0.intersection($1.policyTerms) }
    }

    /// A file without keys.
    static let none = ExportedFile(keys: .none, format: "")
}
