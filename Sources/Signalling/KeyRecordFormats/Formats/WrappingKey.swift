import Ciphers
import TextFormats
import WipedMemory

/// A key of 16, 24 or 32 bytes under which other keys leave the store or come in (`--wrap-key`), with the name that its
/// owner gave it (`--wrap-key-id`).
package final class WrappingKey: Sendable {
    /// The name; nil where it does not matter.
    package let id: String?
    private let secret: SecretBytes

    /// Reads the bytes of a file: the key, or its hexadecimal digits with blanks and line ends around them.
    ///
    /// Nil if it is neither. What is all digits is a key in hex.
    package init?(reading bytes: Span<UInt8>, id: String?) {
        self.id = id
        var decoded = Hexadecimal.decode(ascii: bytes.extracting(ASCIIText.trimmed(bytes))) ?? []
        defer { secureErase(&decoded) }
        if Self.sizes.contains(decoded.count) {
            secret = SecretBytes(copying: decoded)
        } else {
            guard Self.sizes.contains(bytes.count) else { return nil }
            secret = SecretBytes(copying: bytes)
        }
    }

    private static let sizes = [16, 24, 32]

    /// `key` wrapped (AES-KW, RFC 3394), 8 bytes more.
    func wrap(_ key: ContentKey) throws(CipherError) -> [UInt8] {
        let plain = key.withSpan { SecretBytes(copying: $0) }
        return try KeyWrap.wrap(plain, key: secret)
    }

    /// What was wrapped.
    func unwrap(_ wrapped: [UInt8]) throws(CipherError) -> ContentKey {
        try ContentKey(try KeyWrap.unwrap(wrapped, key: secret))
    }
}
