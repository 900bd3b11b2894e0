package import Ciphers
package import Failures
import FoundationEssentials
package import ProtectionTerms
import StoreFiles
import WipedMemory

/// A secret from which the keys of titles are derived (`--derive-from`): whoever has it can derive all of
/// them again.
///
/// For a key of identity (content id, track, period, generation), with `LP(x)` = the length of x in bytes as
/// 8 bytes big-endian, then x:
///
///     context = LP(content id, UTF-8) LP(track, UTF-8) LP(period, 8 bytes big-endian) LP(generation, 8 bytes big-endian)
///     key     = KDF(master, label "fairlead content key", context), 16 bytes; for AES-256
///               KDF(master, label "fairlead content key of 256 bits", context), 32 bytes
///     IV      = KDF(master, label "fairlead initialization vector", context), 16 bytes
///     key id  = KDF(master, label "fairlead key id", context), 16 bytes, in which the upper half of byte 6 becomes 8
///               and the upper two bits of byte 8 become 10: a UUID of version 8 (RFC 9562 section 5.8)
///
/// KDF is one of ``KeyDerivation``: HKDF-SHA256 with no salt and info = label, zero byte, context; or SP
/// 800-108 in counter mode with HMAC-SHA256 over 32-bit counter, label, zero byte, context, 32-bit length.
///
/// Printing, dumping or reflecting it shows `<redacted>`.
package final class MasterSecret: Sendable {
    /// The minimum length, in bytes: a shorter secret could be guessed more easily than the keys.
    static let minimumByteCount = 32
    /// The maximum length, in bytes: a longer file is something else.
    static let maximumByteCount = 1024

    private let secret: SecretBytes
    private let derivation: KeyDerivation

    /// Takes ownership of the secret; `source` names it in errors.
    init(
        _ secret: consuming SecretBytes,
        derivation: KeyDerivation,
        source: String
    ) throws(RunFailure) {
        guard (Self.minimumByteCount...Self.maximumByteCount).contains(secret.count) else {
            throw Self.malformed(source, byteCount: secret.count)
        }
        self.secret = secret
        self.derivation = derivation
    }

    /// Returns a draft of the key of `identity`.
    ///
    /// Key, IV and key id are given, so that a stored key that differs is a contradiction.
    ///
    /// - Parameters:
    ///   - identity: the identity of the key.
    ///   - keyLength: the length of the key.
    /// - Returns: the draft, of derived origin.
    /// - Throws: `.fault` only for a bug.
    package func draft(
        _ identity: KeyIdentity,
        keyLength: KeyLength = .bits128
    ) throws(RunFailure) -> KeyDraft {
        try mapErrors(to: { .fault($0, doing: "deriving a key") }) { () throws(CipherError) in
            let iv = try derive(.recordIV, identity).withSpan { Self.array($0) }
            return KeyDraft(
                identity: identity,
                keyID: try keyID(identity),
                key: try ContentKey(contentKey(identity, keyLength)),
                iv: try InitializationVector(bytes: iv),
                origin: .derived
            )
        }
    }

    /// Derives the content key.
    ///
    /// The longer key has its own label, because otherwise its first half would be the shorter key.
    private func contentKey(
        _ identity: KeyIdentity,
        _ length: KeyLength
    ) throws(CipherError) -> SecretBytes {
        switch length {
        case .bits128: try derive(.contentKey, identity)
        case .bits256: try derive(.longContentKey, identity, count: length.byteCount)
        }
    }

    private func keyID(_ identity: KeyIdentity) throws(CipherError) -> UUID {
        var bytes = try derive(.keyID, identity).withSpan { Self.array($0) }
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        guard let id = UUID(bytes: bytes) else {
            throw .wrongLength(of: "key id", actual: bytes.count, expected: 16)
        }
        return id
    }

    private func derive(
        _ label: DerivationLabel,
        _ identity: KeyIdentity,
        count: Int = 16
    ) throws(CipherError) -> SecretBytes {
        var context = LengthPrefixedFields()
        for field in identity.fields {
            context.append(field)
        }
        return try derivation.derive(
            from: secret,
            label: label,
            context: context.bytes,
            count: count
        )
    }

    static func malformed(_ source: String, byteCount: Int) -> RunFailure {
        RunFailure.invalidField(
            name: "the master secret",
            found: "\(byteCount) bytes",
            expected: "\(minimumByteCount) to \(maximumByteCount) bytes, raw or in hexadecimal digits"
        )
        .located(at: source)
    }

    private static func array(_ bytes: Span<UInt8>) -> [UInt8] {
        bytes.indices.map { bytes[$0] }
    }
}

extension MasterSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    package var description: String { "<redacted>" }

    /// Always `<redacted>`.
    package var debugDescription: String { "<redacted>" }

    /// A mirror without children, so that the secret cannot be reflected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension MasterSecret {
    /// Loads the secret from a file: at least 32 bytes, raw or as hexadecimal digits with or without a line
    /// ending.
    ///
    /// Only its owner may have access to the file.
    package static func load(
        file path: String,
        derivation: KeyDerivation = .hkdfSHA256
    ) throws(RunFailure) -> MasterSecret {
        // Digits and a line ending, and one byte more, which shows that a file is too long.
        let limit = 2 * maximumByteCount + 3
        return try PrivateFile.withContents(of: path, limit: limit) { (contents) throws(RunFailure) in
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
    ) throws(RunFailure) -> MasterSecret {
        if var bytes = PrivateFile.decodeLine(contents) {
            defer { secureErase(&bytes) }
            return try MasterSecret(SecretBytes(copying: bytes), derivation: derivation, source: source)
        }
        return try MasterSecret(SecretBytes(copying: contents), derivation: derivation, source: source)
    }
}
