internal import Ciphers
internal import Foundation

/// The form in which a key record's secrets are stored: AES-256-GCM under the key-encryption key.
///
/// The plaintext is the key (16 bytes) and the IV (16). The additional data are length-prefixed fields: the text
/// `fairlead-key-record`, the number 1 (version of this form), content id, track, period, generation, and the key id's
/// 16 bytes. So a sealed key opens only in the row it was made for.
enum SealedKey {
    static let plaintextByteCount = ContentKey.byteCount + InitializationVector.byteCount
    static let byteCount = plaintextByteCount + AuthenticatedEncryption.overheadByteCount

    static func seal(
        _ key: ContentKey,
        _ iv: InitializationVector,
        identity: KeyIdentity,
        keyID: UUID,
        kek: KeyEncryptionKey
    ) throws(CipherError) -> [UInt8] {
        let ivBytes = iv.bytes
        let plaintext = SecretBytes(count: plaintextByteCount) { target in
            key.withSpan { key in
                for index in key.indices {
                    target[index] = key[index]
                }
            }
            for (index, byte) in ivBytes.enumerated() {
                target[ContentKey.byteCount + index] = byte
            }
        }
        return try kek.seal(plaintext, additionalData: additionalData(identity, keyID))
    }

    static func open(
        _ sealed: [UInt8],
        identity: KeyIdentity,
        keyID: UUID,
        kek: KeyEncryptionKey
    ) throws(CipherError) -> (key: ContentKey, iv: InitializationVector) {
        let secret = try kek.open(sealed, additionalData: additionalData(identity, keyID))
        guard secret.count == plaintextByteCount else {
            throw .wrongLength(of: "sealed key", actual: secret.count, expected: plaintextByteCount)
        }
        return try secret.withSpan { (bytes) throws(CipherError) in
            let key = SecretBytes(copying: bytes.extracting(..<ContentKey.byteCount))
            let iv = (ContentKey.byteCount..<plaintextByteCount).map { bytes[$0] }
            return (try ContentKey(key), try InitializationVector(bytes: iv))
        }
    }

    private static func additionalData(_ identity: KeyIdentity, _ keyID: UUID) -> [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("fairlead-key-record")
        fields.append(1)
        fields.append(identity.contentID.value)
        fields.append(identity.track)
        fields.append(identity.period)
        fields.append(identity.generation)
        fields.append(keyID)
        return fields.bytes
    }
}
