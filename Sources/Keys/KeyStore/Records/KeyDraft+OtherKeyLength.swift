import Ciphers
import Failures
import ProtectionTerms
import WipedMemory

// 32 bytes are a key of AES-256-GCM, or a key of 16 bytes and its IV; no file says which.

extension KeyDraft {
    /// Indicates whether the key comes from outside, where someone decided how to read its bytes.
    var isExternal: Bool {
        switch origin {
        case .minted, .derived: false
        case .imported, .supplied: true
        }
    }

    /// The key that results if the given bytes are read with the other key length.
    ///
    /// Nil without a key from outside, or for a 128-bit key without an IV.
    private var keyAtOtherLength: ContentKey? {
        guard isExternal, let key else { return nil }
        let secret: SecretBytes
        switch key.length {
        case .bits128:
            guard let iv else { return nil }
            secret = key.withSpan { bytes in
                SecretBytes(count: KeyLength.bits256.byteCount) { target in
                    for index in bytes.indices { target[index] = bytes[index] }
                    for (index, byte) in iv.bytes.enumerated() { target[bytes.count + index] = byte }
                }
            }
        case .bits256:
            secret = key.withSpan {
                SecretBytes(copying: $0.extracting(0..<KeyLength.bits128.byteCount))
            }
        }
        return try? ContentKey(secret)
    }

    /// The keys that must not be stored if this one is: none for a key that was generated.
    var excludedKeys: [ContentKey] {
        guard isExternal, key != nil else { return [] }
        let shownKeys = [iv?.bytes, keyID?.bytes].compactMap { $0.flatMap { try? ContentKey(copying: $0) } }
        return [keyAtOtherLength].compactMap(\.self) + shownKeys
    }

    /// Throws if a stored key shows that the given bytes were read with the wrong length.
    ///
    /// If a longer key were taken for a shorter key and its IV, its second half would be published as the IV.
    /// If a shorter key and its IV were taken for a longer key, its second half would already be published.
    ///
    /// - Parameter keys: returns the stored keys that are equal to a key.
    /// - Throws: `.keyOfOtherLength` if there is such a key.
    func refuseKeyOfOtherLength(
        among keys: (ContentKey) throws(RunFailure) -> [KeyRecord]
    ) throws(RunFailure) {
        guard let key, let otherKey = keyAtOtherLength, let twin = try keys(otherKey).first else { return }
        throw .keyOfOtherLength(identity, of: twin.identity, byteCount: key.length.byteCount)
    }
}
