import Ciphers
import WipedMemory

/// Tells equal keys of a store without opening them, and says nothing about them to who has not the store's secrets.
///
/// A tag is the first 16 bytes of HMAC-SHA256 over the key, under HMAC-SHA256 of the text `fairlead-key-tag` under the
/// store's media digest key.
final class KeyTag: Sendable {
    static let byteCount = 16

    private let secret: SecretBytes

    init(mediaDigestKey: ContentKey) {
        var bytes = mediaDigestKey.withSpan { key in
            HMACSHA256.authenticationCode(of: DerivationLabel.keyTagKey.bytes, key: key)
        }
        defer { secureErase(&bytes) }
        secret = SecretBytes(copying: bytes)
    }

    /// The tag of a key, 16 bytes.
    func tag(of key: ContentKey) -> [UInt8] {
        var message = key.withSpan { span in span.indices.map { span[$0] } }
        defer { secureErase(&message) }
        let code = secret.withSpan { HMACSHA256.authenticationCode(of: message, key: $0) }
        return Array(code.prefix(Self.byteCount))
    }
}
