import Ciphers
import KeyStore

/// Writes secrets where only their owner can read them.
enum SecretFile {
    /// Writes to a new file of mode 0600, or to standard output; never over an existing file.
    static func write(_ secret: borrowing SecretBytes, to path: String?) throws {
        try secret.withSpan { bytes throws in
            guard let path else { return try StandardOutput.write(bytes) }
            try PrivateFile.create(at: path, contents: bytes)
        }
    }
}
