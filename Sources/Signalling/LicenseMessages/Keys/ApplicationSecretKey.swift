package import Ciphers
package import WipedMemory

/// The application secret key (ASk) that comes with FairPlay credentials: 16 bytes, wiped; printing it shows `<redacted>`.
package struct ApplicationSecretKey: Equatable, Sendable {
    /// Size in bytes.
    package static let byteCount = 16

    /// The bytes, as ciphers take them.
    package let key: ContentKey

    private init(_ key: ContentKey) {
        self.key = key
    }

    /// Reads the bytes of a file: 16 raw, or 32 hexadecimal digits with or without a line ending.
    package init(reading bytes: borrowing SecretBytes) throws(DeviceKeyError) {
        guard let key = bytes.withSpan({ ContentKey(readingKeyOf16Bytes: $0) }) else {
            throw .malformedApplicationSecret(bytes: bytes.count)
        }
        self.key = key
    }

    /// A fresh one, for rehearsals.
    package static func random() -> ApplicationSecretKey {
        ApplicationSecretKey(.random())
    }
}
