package import KeyRecordFormats
import KeyStore
import ProtectionTerms

/// An exported file, as a key server has it.
package struct ExportedFile: Sendable {
    /// Its keys.
    package let keys: ExportedKeys
    /// The name of its format.
    package let format: String

    /// A file that was read.
    package init(keys: ExportedKeys, format: String) {
        self.keys = keys
        self.format = format
    }

    /// The policy terms that its format has a place for; nil for a format that is not known.
    ///
    /// The name of a format that was seen from a file may stand for several versions: what one of them has no place for, may have none.
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
