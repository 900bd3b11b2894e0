package import Ciphers
import WipedMemory

extension MasterSecret {
    /// Loads the secret from a file: at least 32 bytes, raw or as hexadecimal digits with or without a line
    /// ending.
    ///
    /// Only its owner may have access to the file.
    package static func load(
        file path: String,
        derivation: KeyDerivation = .hkdfSHA256
    ) throws(KeyStoreError) -> MasterSecret {
        // Digits and a line ending, and one byte more, which shows that a file is too long.
        let limit = 2 * maximumByteCount + 3
        return try PrivateFile.withContents(of: path, limit: limit) { (contents) throws(KeyStoreError) in
            try parse(contents, derivation: derivation, source: path)
        }
    }

    /// Parses the contents of a file.
    ///
    /// Contents that are only digits are decoded: as raw bytes, they would be a secret with half the entropy
    /// of its length.
    static func parse(
        _ contents: Span<UInt8>,
        derivation: KeyDerivation,
        source: String
    ) throws(KeyStoreError) -> MasterSecret {
        if var bytes = PrivateFile.decodeLine(contents) {
            defer { secureErase(&bytes) }
            return try MasterSecret(SecretBytes(copying: bytes), derivation: derivation, source: source)
        }
        return try MasterSecret(SecretBytes(copying: contents), derivation: derivation, source: source)
    }
}
