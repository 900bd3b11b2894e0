import Ciphers
import ProtectionTerms
import WipedMemory

// 32 bytes are a key of AES-256-GCM, or a key of 16 bytes and its IV, and no file says which.

extension KeyDraft {
    /// Whether the key comes from outside, by somebody who said how to read it.
    var isGiven: Bool {
        switch origin {
        case .minted, .derived: false
        case .imported, .supplied: true
        }
    }

    /// The key that the given bytes are when they are read with the other length; nil where there is none.
    private var otherReading: ContentKey? {
        guard isGiven, let key else { return nil }
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

    /// Refuses what a stored key shows to be read with the wrong length.
    ///
    /// Half of a longer key that is taken for a shorter one and its IV would be published as that IV; and a shorter one with its
    /// IV that is taken for a longer key would have half of it published already.
    ///
    /// - Parameter keys: the stored keys that are one key.
    /// - Throws: `.otherReading` where there is one.
    func refuseOtherReading(
        among keys: (ContentKey) throws(KeyStoreError) -> [KeyRecord]
    ) throws(KeyStoreError) {
        guard let key, let reading = otherReading, let twin = try keys(reading).first else { return }
        throw .otherReading(identity, of: twin.identity, byteCount: key.length.byteCount)
    }
}
