import KeyRecordFormats
import TextFormats

extension LicenseFlowReport.Export {
    /// Creates the report entry of an exported file.
    init(_ file: ExportedFile) {
        self.init(name: file.keys.name, format: file.format, keys: file.keys.keys.count)
    }

    /// The name, format and number of keys, as text.
    package var words: String { "\(name) (\(format)), \(CountText.text(keys, "key"))" }
}
