package import Ciphers
package import KeyRecordFormats
import KeyStore
package import ProtectionTerms
import WipedMemory

/// Files with keys and certificates that options name.
package enum KeyMaterialFile {
    /// More than any certificate or private key has.
    private static let limit = 1 << 20

    /// A certificate, PEM or DER (`--recipient`, `--sign`, `--key-server-recipient`).
    package static func certificate(_ path: String, option: String) throws -> Certificate {
        var bytes = try SecretInput.bytes(of: path, limit: limit, of: "certificate")
        defer { secureErase(&bytes) }
        do {
            return try Certificate(reading: bytes)
        } catch {
            throw CommandFailure(.malformed, "\(option) \(path): \(error). Give another certificate.")
        }
    }

    /// A private key (`--sign-key`, `--private-key`, `--cpix-key`).
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - option: the option that names it.
    ///   - least: the shortest that will do.
    /// - Returns: the key.
    /// - Throws: `CommandFailure`.
    package static func privateKey(
        _ path: String,
        option: String,
        least: RSAKeySize = .bits2048
    ) throws -> PrivateKey {
        let bytes = try SecretInput.read(path, limit: limit, of: "private key")
        do {
            return try PrivateKey(reading: bytes, least: least)
        } catch {
            throw CommandFailure(.malformed, "\(option) \(path): \(error). Give another private key.")
        }
    }

    /// A key that other keys are wrapped under (`--wrap-key`).
    package static func wrappingKey(_ path: String, id: String?) throws -> WrappingKey {
        var bytes = try SecretInput.bytes(of: path, limit: KeyFile.maximumLength, of: "wrapping key")
        defer { secureErase(&bytes) }
        guard let key = WrappingKey(reading: bytes.span, id: id) else {
            throw CommandFailure(
                .malformed,
                "--wrap-key \(path): this is no wrapping key (\(bytes.count) bytes, expected 16, 24 or 32, raw or in hex). "
                    + "Write the bare key."
            )
        }
        return key
    }

    /// A bare key with or without its IV (`--key-file`).
    package static func contentKey(_ path: String, _ length: KeyLength) throws -> KeyFile {
        var bytes = try SecretInput.bytes(
            of: path,
            limit: KeyFile.maximumLength,
            of: "key file",
            allowsStandardInput: true
        )
        defer { secureErase(&bytes) }
        guard let file = KeyFile(parsing: bytes.span, length: length) else {
            throw CommandFailure(
                .malformed,
                "\(path): this is no key file (\(bytes.count) bytes, expected \(KeyFile.expectation(length))). Write the bare key."
            )
        }
        return file
    }
}
