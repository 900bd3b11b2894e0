package import Ciphers

/// A bare key from outside: 16 bytes, or key and IV, 32 bytes, raw or in hexadecimal digits (`--key-file`).
///
/// Digits may have blanks and line ends around them. 32 bytes that are all digits are a key in hex and not a raw key and
/// IV: random bytes look so once in 10^33 times.
package struct KeyFile: Sendable {
    /// The longest file that is looked at, in bytes.
    package static let maximumLength = 4096

    /// The key.
    package let key: ContentKey
    /// The IV, if it is there.
    package let iv: InitializationVector?

    /// Reads the bytes of a key file; nil when they are none.
    package init?(parsing bytes: Span<UInt8>) {
        var decoded = Hexadecimal.decode(ascii: bytes.extracting(ASCIIText.trimmed(bytes))) ?? []
        defer { secureErase(&decoded) }
        if [16, 32].contains(decoded.count) {
            self.init(raw: decoded.span)
        } else {
            self.init(raw: bytes)
        }
    }

    private init?(raw bytes: Span<UInt8>) {
        let keyLength = ContentKey.byteCount
        guard [keyLength, keyLength + InitializationVector.byteCount].contains(bytes.count),
            let key = try? ContentKey(SecretBytes(copying: bytes.extracting(0..<keyLength)))
        else { return nil }
        self.key = key
        let rest = (keyLength..<bytes.count).map { bytes[$0] }
        iv = try? InitializationVector(bytes: rest)
    }
}
