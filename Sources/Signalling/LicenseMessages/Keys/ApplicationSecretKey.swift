package import Ciphers
package import WipedMemory

/// The application secret key (ASk) that comes with FairPlay credentials.
///
/// It has 16 bytes, which are wiped; printing it shows `<redacted>`.
package struct ApplicationSecretKey: Equatable, Sendable {
    /// The size in bytes.
    static let byteCount = 16

    /// The key in the form that ciphers take.
    package let key: ContentKey

    private init(_ key: ContentKey) {
        self.key = key
    }

    /// Reads a key from the contents of a file: 16 bytes, or 32 hexadecimal digits with or without a line
    /// ending.
    package init(reading bytes: borrowing SecretBytes) throws(DeviceKeyError) {
        guard let key = bytes.withSpan({ ContentKey(readingKeyOf16Bytes: $0) }) else {
            throw .malformedApplicationSecret(bytes: bytes.count)
        }
        self.key = key
    }

    /// Returns a random key, for rehearsals.
    package static func random() -> ApplicationSecretKey {
        ApplicationSecretKey(.random())
    }
}
