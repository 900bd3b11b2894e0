import KeyStore
import TextFormats

/// An asset id of an exported file.
package struct ExportedAssetID: Hashable, Sendable {
    /// Its bytes, which key servers compare.
    package let bytes: [UInt8]
    /// The rule that cuts it out of the key URI; nil where the file does not say it.
    package let rule: String?

    init(bytes: [UInt8], rule: String?) {
        self.bytes = bytes
        self.rule = rule
    }

    /// The asset id of a record, whose digits were checked when it was read.
    init(_ record: AssetIDRecord) {
        self.init(bytes: Hexadecimal.decode(record.hex) ?? Array(record.id.utf8), rule: record.rule)
    }
}
