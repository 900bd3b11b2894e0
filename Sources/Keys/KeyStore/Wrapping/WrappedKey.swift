import Ciphers
import Failures
import FoundationEssentials
import KeyEncryption
import ProtectionTerms
import WipedMemory

/// The wrapped form of a key record's secrets: AES-256-GCM under the key-encryption key.
///
/// The plaintext is the key (16 or 32 bytes) and the IV (16), so its length shows that of the key. The
/// additional data are length-prefixed fields: the text `fairlead-key-record`, the number 2 (version of this
/// form), the store's id (16 bytes), content id, track, period, generation, and the key id's 16 bytes. So a
/// wrapped key can be unwrapped only in its own row and store.
enum WrappedKey {
    /// Returns the length of the wrapped form of a key, in bytes: nonce, key, IV and tag.
    static func byteCount(of length: KeyLength) -> Int {
        AuthenticatedEncryption.overheadByteCount + length.byteCount + InitializationVector.byteCount
    }

    /// Returns the length of the key in a wrapped form of `count` bytes, or nil if no wrapped form has that
    /// length.
    static func keyLength(ofByteCount count: Int) -> KeyLength? {
        KeyLength.allCases.first { byteCount(of: $0) == count }
    }

    static func wrap(
        _ key: ContentKey,
        _ iv: InitializationVector,
        for rowIdentity: RowIdentity,
        kek: KeyEncryptionKey
    ) throws(RunFailure) -> [UInt8] {
        let ivBytes = iv.bytes
        let keyByteCount = key.length.byteCount
        let plaintext = SecretBytes(count: keyByteCount + ivBytes.count) { target in
            key.withSpan { key in
                for index in key.indices {
                    target[index] = key[index]
                }
            }
            for (index, byte) in ivBytes.enumerated() {
                target[keyByteCount + index] = byte
            }
        }
        return try mapErrors(to: { .fault($0, doing: "wrapping a key") }) { () throws(CipherError) in
            try kek.encrypt(plaintext, additionalData: rowIdentity.additionalData)
        }
    }

    static func unwrap(
        _ wrappedKey: [UInt8],
        for rowIdentity: RowIdentity,
        kek: KeyEncryptionKey
    ) throws(CipherError) -> (key: ContentKey, iv: InitializationVector) {
        let secret = try kek.decrypt(wrappedKey, additionalData: rowIdentity.additionalData)
        let keyByteCount = secret.count - InitializationVector.byteCount
        guard KeyLength(rawValue: keyByteCount) != nil else {
            throw .wrongLength(
                of: "wrapped key",
                actual: secret.count,
                expected: KeyLength.bits128.byteCount + InitializationVector.byteCount
            )
        }
        return try secret.withSpan { (bytes) throws(CipherError) in
            let key = SecretBytes(copying: bytes.extracting(..<keyByteCount))
            let iv = (keyByteCount..<bytes.count).map { bytes[$0] }
            return (try ContentKey(key), try InitializationVector(bytes: iv))
        }
    }
}

extension WrappedKey {
    /// The row that a key is wrapped for.
    struct RowIdentity {
        let storeID: UUID
        let identity: KeyIdentity
        let keyID: UUID

        var additionalData: [UInt8] {
            var fields = LengthPrefixedFields()
            fields.append("fairlead-key-record")
            fields.append(2)
            fields.append(storeID)
            for field in identity.fields { fields.append(field) }
            fields.append(keyID)
            return fields.bytes
        }
    }
}
