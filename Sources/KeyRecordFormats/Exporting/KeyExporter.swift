package import Ciphers
package import KeyStore

/// A format in which keys leave the store.
///
/// The formats here hold the keys in the clear. Whether that is allowed is for the caller to know (`--allow-plaintext`).
package protocol KeyExporter: Sendable {
    /// What `keys export --as` calls the format.
    static var name: String { get }

    /// The bytes of a file with `keys`.
    func export(_ keys: [ExportableKey]) throws(KeyStoreError) -> SecretBytes
}

/// The formats that exist: a new one is one file and one line here.
package enum ExportFormats {
    /// Every format with its usual settings.
    package static let all: [any KeyExporter] = [
        JSONLinesExporter(),
        KeyFileExporter(),
    ]
}
