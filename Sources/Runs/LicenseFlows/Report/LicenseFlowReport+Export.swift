import KeyRecordFormats
import TextFormats

extension LicenseFlowReport.Export {
    /// What reports say of a file.
    init(_ file: ExportedFile) {
        self.init(name: file.keys.name, format: file.format, keys: file.keys.keys.count)
    }

    /// The name, the format and the number of keys, for people.
    package var words: String { "\(name) (\(format)), \(CountText.text(keys, "key"))" }
}
