package import Failures
import ProtectionTerms
import StoreFiles

extension RunFailure.Kind {
    /// A key-encryption key that does not exist.
    package static let keyEncryptionKeyNotFound = Self("key encryption key not found")
    /// Text or bytes that are not a key-encryption key.
    static let malformedKeyEncryptionKey = Self("malformed key encryption key")
}

/// Failures of key-encryption keys.
extension RunFailure {
    /// A key-encryption key does not exist.
    static func keyEncryptionKeyNotFound(path: String) -> RunFailure {
        .ofKeyStore(
            .missing,
            at: path,
            "the key-encryption key does not exist",
            remedy: "Make it with `fairlead keys init`, or name the right one.",
            kind: .keyEncryptionKeyNotFound
        )
    }

    /// A key-encryption key is neither 32 bytes nor 64 hexadecimal digits.
    static func malformedKeyEncryptionKey(source: String, byteCount: Int) -> RunFailure {
        .ofKeyStore(
            .malformed,
            at: source,
            "not a key-encryption key",
            found: "\(byteCount) bytes",
            expected: "64 hexadecimal digits or 32 bytes",
            kind: .malformedKeyEncryptionKey
        )
    }

    /// A command failed to print the key-encryption key.
    static func keyEncryptionKeyCommand(reason: String, isTransient: Bool) -> RunFailure {
        .ofKeyStore(
            isTransient ? .unavailable : .permission,
            at: CommandOption.kekCommand,
            "gave no key-encryption key",
            found: reason,
            remedy: "Run it by hand; it has to print 64 hexadecimal digits or 32 bytes."
        )
    }
}
