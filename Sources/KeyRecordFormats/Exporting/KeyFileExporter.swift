package import Ciphers
package import KeyStore

/// The bare key: 16 bytes, or key and IV, 32 bytes (the form that `--key-file` takes).
package struct KeyFileExporter: KeyExporter {
    package static let name = "key-file"

    private let includesIV: Bool

    /// Settings: whether the IV follows the key.
    package init(includesIV: Bool = false) {
        self.includesIV = includesIV
    }

    /// The bytes of exactly one key.
    package func export(_ keys: [ExportableKey]) throws(KeyStoreError) -> SecretBytes {
        guard let record = keys.first?.record, keys.count == 1 else {
            throw .notExportable(
                reason: "\(keys.count) keys, a key file holds one. Name its content id and track"
            )
        }
        let text = SecretText()
        record.key.withSpan { text.append($0) }
        if includesIV { text.append(record.iv.bytes.span) }
        return text.contents
    }
}
