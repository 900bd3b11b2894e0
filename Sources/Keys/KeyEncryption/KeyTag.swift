package import Ciphers
import WipedMemory

/// Computes tags that show which keys of a store are equal without unwrapping them, and reveal nothing about
/// the keys to anyone without the store's secrets.
///
/// A tag is the first 16 bytes of HMAC-SHA256 over the key. The key of that HMAC is the HMAC-SHA256 of the
/// text `fairlead-key-tag` under the store's media digest key.
package final class KeyTag: Sendable {
    package static let byteCount = 16

    private let secret: SecretBytes

    package init(mediaDigestKey: ContentKey) {
        var bytes = mediaDigestKey.withSpan { key in
            HMACSHA256.authenticationCode(of: DerivationLabel.keyTagKey.bytes, key: key)
        }
        defer { secureErase(&bytes) }
        secret = SecretBytes(copying: bytes)
    }

    package func tag(of key: ContentKey) -> [UInt8] {
        var message = key.withSpan { span in span.indices.map { span[$0] } }
        defer { secureErase(&message) }
        let mac = secret.withSpan { HMACSHA256.authenticationCode(of: message, key: $0) }
        return Array(mac.prefix(Self.byteCount))
    }
}
