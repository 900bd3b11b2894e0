package import ProtectionTerms
package import WipedMemory

/// The bytes of a content key, of AES-128 or of AES-256, shared by reference and wiped with the last reference.
///
/// Printing, dumping or reflecting it shows `<redacted>`.
package final class ContentKey: Sendable {
    /// How long the key is.
    package let length: KeyLength
    private let secret: SecretBytes

    /// Takes over `secret`, which must hold 16 or 32 bytes.
    package init(_ secret: consuming SecretBytes) throws(CipherError) {
        guard let length = KeyLength(rawValue: secret.count) else {
            throw .wrongLength(
                of: "content key",
                actual: secret.count,
                expected: KeyLength.bits128.byteCount
            )
        }
        self.length = length
        self.secret = secret
    }

    /// A copy of 16 or 32 bytes; whoever owns the original erases it.
    package convenience init(copying bytes: [UInt8]) throws(CipherError) {
        try self.init(SecretBytes(copying: bytes))
    }

    private init(random length: KeyLength) {
        self.length = length
        secret = SecretBytes.random(count: length.byteCount)
    }

    /// A fresh key from the system's random number generator.
    package static func random(_ length: KeyLength = .bits128) -> ContentKey {
        ContentKey(random: length)
    }

    /// A key for another use, which says nothing of this one: SP 800-108 in counter mode over a label.
    ///
    /// - Parameters:
    ///   - label: names the use.
    ///   - length: how long it is to be.
    /// - Returns: the key, the same each time.
    /// - Throws: `CipherError` from the library.
    package func derived(_ label: DerivationLabel, length: KeyLength) throws(CipherError) -> ContentKey {
        try ContentKey(
            KeyDerivation.sp800108.derive(
                from: secret,
                label: label,
                context: [],
                count: length.byteCount
            )
        )
    }

    /// Encrypts `plaintext` under a key of 256 bits, as `AuthenticatedEncryption` does.
    package func seal(_ plaintext: [UInt8], additionalData: [UInt8]) throws(CipherError) -> [UInt8] {
        try AuthenticatedEncryption.seal(plaintext.span, key: secret, additionalData: additionalData)
    }

    /// What ``seal(_:additionalData:)`` was given; `.authenticationFailed` for what is not of this key and this data.
    package func open(_ sealed: [UInt8], additionalData: [UInt8]) throws(CipherError) -> SecretBytes {
        try AuthenticatedEncryption.open(sealed, key: secret, additionalData: additionalData)
    }

    /// Gives `body` the bytes to read; they must not be kept.
    package func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try secret.withSpan(body)
    }
}

extension ContentKey: Equatable {
    /// Compares in constant time.
    package static func == (left: ContentKey, right: ContentKey) -> Bool {
        left.secret.isEqual(to: right.secret)
    }
}

extension ContentKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    package var description: String { "<redacted>" }

    /// Always `<redacted>`.
    package var debugDescription: String { "<redacted>" }

    /// Nothing to see.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
