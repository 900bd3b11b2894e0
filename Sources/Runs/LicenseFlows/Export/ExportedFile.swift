package import KeyRecordFormats

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

    /// A file without keys.
    static let none = ExportedFile(keys: .none, format: "")
}
