package import Ciphers
package import ProtectionTerms
import TextFormats
import WipedMemory

/// A bare key from a file (`--key-file`), raw or in hexadecimal digits.
///
/// The file has 16 bytes for a key of AES-128, 32 bytes for such a key and its IV, or 32 bytes for a key of
/// AES-256; it does not say which. Digits may have white space around them. A file of 32 bytes that are all
/// digits is a key in hexadecimal, not a raw key and IV: random bytes look like that once in 10^33 cases.
package struct KeyFile: Sendable {
    /// The size of the longest file that is read, in bytes.
    package static let maximumLength = 4096

    /// The key, of the requested length.
    package let key: ContentKey
    /// The IV, or nil if the file has none.
    package let iv: InitializationVector?

    /// Parses the contents of a key file, or is nil if they are malformed.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - length: the length of the key, which decides between a key with IV and a longer key.
    package init?(parsing bytes: Span<UInt8>, length: KeyLength = .bits128) {
        var decoded = Hexadecimal.decode(ascii: bytes.extracting(ASCIIText.trimmed(bytes))) ?? []
        defer { secureErase(&decoded) }
        if [16, 32].contains(decoded.count) {
            self.init(raw: decoded.span, length)
        } else {
            self.init(raw: bytes, length)
        }
    }

    /// Returns the expected number of bytes, for messages.
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
            // Each AES-256-GCM segment contains its own IV.
            case .bits256: [keyLength]
            }
        guard lengths.contains(bytes.count),
            let key = try? ContentKey(SecretBytes(copying: bytes.extracting(0..<keyLength)))
        else { return nil }
        self.key = key
        let ivBytes = (keyLength..<bytes.count).map { bytes[$0] }
        iv = try? InitializationVector(bytes: ivBytes)
    }
}
