/// The 16 bytes of an AES-128 content key, shared by reference and wiped with the last reference.
///
/// Printing, dumping or reflecting it shows `<redacted>`.
package final class ContentKey: Sendable {
    /// Size of an AES-128 key.
    package static let byteCount = 16

    private let secret: SecretBytes

    /// Takes over `secret`, which must hold 16 bytes.
    package init(_ secret: consuming SecretBytes) throws(CipherError) {
        guard secret.count == Self.byteCount else {
            throw .wrongLength(of: "content key", actual: secret.count, expected: Self.byteCount)
        }
        self.secret = secret
    }

    /// A copy of 16 bytes; whoever owns the original erases it.
    package convenience init(copying bytes: [UInt8]) throws(CipherError) {
        try self.init(SecretBytes(copying: bytes))
    }

    private init(random: Void) {
        secret = SecretBytes.random(count: Self.byteCount)
    }

    /// A fresh key from the system's random number generator.
    package static func random() -> ContentKey {
        ContentKey(random: ())
    }

    /// Gives `body` the 16 bytes to read; they must not be kept.
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
