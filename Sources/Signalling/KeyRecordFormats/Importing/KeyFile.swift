package import Ciphers
package import ProtectionTerms
import TextFormats
import WipedMemory

/// A bare key from outside, raw or in hexadecimal digits (`--key-file`): of AES-128 16 bytes, or key and IV, 32 bytes; of
/// AES-256 32 bytes.
///
/// The file does not say which: 32 bytes are a key and its IV, or a longer key. Digits may have blanks and line ends around them. 32 bytes that are all digits are a key in hex and not a raw key and
/// IV: random bytes look so once in 10^33 times.
package struct KeyFile: Sendable {
    /// The longest file that is looked at, in bytes.
    package static let maximumLength = 4096

    /// The key.
    package let key: ContentKey
    /// The IV, if it is there.
    package let iv: InitializationVector?

    /// Reads the bytes of a key file; nil when they are none.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - length: how long the key has to be.
    package init?(parsing bytes: Span<UInt8>, length: KeyLength = .bits128) {
        var decoded = Hexadecimal.decode(ascii: bytes.extracting(ASCIIText.trimmed(bytes))) ?? []
        defer { secureErase(&decoded) }
        if [16, 32].contains(decoded.count) {
            self.init(raw: decoded.span, length)
        } else {
            self.init(raw: bytes, length)
        }
    }

    /// What is expected of a file, in words.
    package static func expectation(_ length: KeyLength) -> String {
        switch length {
        case .bits128: "16 or 32, raw or in hex"
        case .bits256: "32, raw or in hex"
        }
    }

    private init?(raw bytes: Span<UInt8>, _ length: KeyLength) {
        let keyLength = length.byteCount
        let lengths =
            switch length {
            case .bits128: [keyLength, keyLength + InitializationVector.byteCount]
            // Segments have their vectors themselves.
            case .bits256: [keyLength]
            }
        guard lengths.contains(bytes.count),
            let key = try? ContentKey(SecretBytes(copying: bytes.extracting(0..<keyLength)))
        else { return nil }
        self.key = key
        let rest = (keyLength..<bytes.count).map { bytes[$0] }
        iv = try? InitializationVector(bytes: rest)
    }
}
