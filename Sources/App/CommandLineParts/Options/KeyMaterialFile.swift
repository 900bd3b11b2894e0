package import Ciphers
import Failures
package import KeyRecordFormats
import KeyStore
package import ProtectionTerms
import WipedMemory

/// Readers of key and certificate files that options name.
package enum KeyMaterialFile {
    /// The maximum file size in bytes, more than that of any certificate or private key.
    private static let limit = 1 << 20

    /// Reads a certificate in PEM or DER (`--recipient`, `--sign`, `--key-server-recipient`).
    package static func certificate(_ path: String, option: String) throws -> Certificate {
        var bytes = try SecretInput.bytes(of: path, limit: limit, of: "certificate")
        defer { secureErase(&bytes) }
        do throws(CertificateError) {
            return try Certificate(reading: bytes)
        } catch {
            throw failure(error, of: "certificate", option: option, path: path)
        }
    }

    /// Reads a private key (`--sign-key`, `--private-key`, `--cpix-key`).
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - option: the option that names the file, for messages.
    ///   - minimumSize: the minimum size of the key.
    /// - Returns: the private key.
    /// - Throws: `RunFailure` if the file is too long or is not such a key.
    package static func privateKey(
        _ path: String,
        option: String,
        minimumSize: RSAKeySize = .bits2048
    ) throws -> PrivateKey {
        let bytes = try SecretInput.read(path, limit: limit, of: "private key")
        do throws(CertificateError) {
            return try PrivateKey(reading: bytes, minimumSize: minimumSize)
        } catch {
            throw failure(error, of: "private key", option: option, path: path)
        }
    }

    private static func failure(
        _ error: CertificateError,
        of contentName: String,
        option: String,
        path: String
    ) -> RunFailure {
        .certificate(
            error,
            at: "\(option) \(path)",
            remedy: "\(error.remedy ?? "Give another \(contentName)")."
        )
    }

    /// Reads a key that wraps other keys (`--wrap-key`).
    package static func wrappingKey(_ path: String, id: String?) throws -> WrappingKey {
        var bytes = try SecretInput.bytes(of: path, limit: KeyFile.maximumLength, of: "wrapping key")
        defer { secureErase(&bytes) }
        guard let key = WrappingKey(reading: bytes.span, id: id) else {
            throw RunFailure.invalidContents(
                "wrapping key",
                at: "--wrap-key \(path)",
                found: "\(bytes.count) bytes",
                expected: "16, 24 or 32, raw or in hex",
                remedy: "Write the bare key."
            )
        }
        return key
    }

    /// Reads a bare content key with or without its IV (`--key-file`).
    package static func contentKey(_ path: String, _ length: KeyLength) throws -> KeyFile {
        var bytes = try SecretInput.bytes(
            of: path,
            limit: KeyFile.maximumLength,
            of: "key file",
            allowsStandardInput: true
        )
        defer { secureErase(&bytes) }
        guard let file = KeyFile(parsing: bytes.span, length: length) else {
            throw RunFailure.invalidContents(
                "key file",
                at: path,
                found: "\(bytes.count) bytes",
                expected: KeyFile.expectation(length),
                remedy: "Write the bare key."
            )
        }
        return file
    }
}
