import KeyStore
import TextFormats

/// An asset id in an exported file.
struct ExportedAssetID: Hashable, Sendable {
    /// The bytes of the asset id, which license servers compare.
    let bytes: [UInt8]
    /// The rule that extracts it from the key URI, or nil if the file does not state it.
    let rule: String?

    init(bytes: [UInt8], rule: String?) {
        self.bytes = bytes
        self.rule = rule
    }

    /// Creates the asset id of a record, whose digits were checked when it was read.
    init(_ record: AssetIDRecord) {
        self.init(bytes: Hexadecimal.decode(record.hex) ?? Array(record.id.utf8), rule: record.rule)
    }
}
