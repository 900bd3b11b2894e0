import Ciphers
import TextFormats
import WipedMemory

/// A key-encryption key of 16, 24 or 32 bytes, under which exported and imported keys are wrapped
/// (`--wrap-key`).
///
/// It has the name that its owner gave it (`--wrap-key-id`).
package final class WrappingKey: Sendable {
    /// The name of the key, or nil if it is not needed.
    let id: String?
    private let secret: SecretBytes

    /// Reads the contents of a file: the key, or its hexadecimal digits, which may have white space around
    /// them.
    ///
    /// The result is nil if the file is neither. A file of digits only is a key in hexadecimal.
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

    /// Wraps `key` (AES-KW, RFC 3394); the result is 8 bytes longer.
    func wrap(_ key: ContentKey) throws(CipherError) -> [UInt8] {
        let plain = key.withSpan { SecretBytes(copying: $0) }
        return try KeyWrap.wrap(plain, key: secret)
    }

    /// Unwraps a key.
    func unwrap(_ wrapped: [UInt8]) throws(CipherError) -> ContentKey {
        try ContentKey(try KeyWrap.unwrap(wrapped, key: secret))
    }
}
