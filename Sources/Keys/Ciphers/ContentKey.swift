package import ProtectionTerms
package import WipedMemory

/// The bytes of a content key for AES-128 or AES-256, shared by reference and wiped with the last reference.
///
/// Printing, dumping or reflecting it shows `<redacted>`.
package final class ContentKey: Sendable {
    /// The length of the key.
    package let length: KeyLength
    private let secret: SecretBytes

    /// Takes ownership of `secret`, which must have 16 or 32 bytes.
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

    /// Copies 16 or 32 bytes; the owner of the original erases it.
    package convenience init(copying bytes: [UInt8]) throws(CipherError) {
        try self.init(SecretBytes(copying: bytes))
    }

    private init(random length: KeyLength) {
        self.length = length
        secret = SecretBytes.random(count: length.byteCount)
    }

    /// Generates a random key.
    package static func random(_ length: KeyLength = .bits128) -> ContentKey {
        ContentKey(random: length)
    }

    /// Derives a key for another purpose, which reveals nothing about this key: SP 800-108 in counter mode
    /// over a label.
    ///
    /// - Parameters:
    ///   - label: the purpose.
    ///   - length: the length of the derived key.
    /// - Returns: the derived key, the same for each call.
    /// - Throws: `CipherError` only for a bug.
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

    /// Encrypts `plaintext` under this key, which must have 256 bits, with `AuthenticatedEncryption`.
    package func seal(_ plaintext: [UInt8], additionalData: [UInt8]) throws(CipherError) -> [UInt8] {
        try AuthenticatedEncryption.seal(plaintext.span, key: secret, additionalData: additionalData)
    }

    /// Decrypts the result of ``seal(_:additionalData:)``.
    ///
    /// Throws `.authenticationFailed` unless it was encrypted under this key with this additional data.
    package func open(_ sealed: [UInt8], additionalData: [UInt8]) throws(CipherError) -> SecretBytes {
        try AuthenticatedEncryption.open(sealed, key: secret, additionalData: additionalData)
    }

    /// Calls `body` with the bytes of the key, which it must not keep.
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

    /// A mirror without children, so that the key cannot be reflected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
