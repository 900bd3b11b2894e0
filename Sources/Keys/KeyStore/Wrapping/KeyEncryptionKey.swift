import Ciphers
import TextFormats
import WipedMemory

/// The key of 32 bytes under which the keys of a store are wrapped.
///
/// Printing, dumping or reflecting it shows `<redacted>`.
package final class KeyEncryptionKey: Sendable {
    static let byteCount = AuthenticatedEncryption.keyByteCount

    private let secret: SecretBytes

    /// Takes ownership of 32 bytes; `source` names them in errors.
    init(_ secret: consuming SecretBytes, source: String) throws(KeyStoreError) {
        guard secret.count == Self.byteCount else {
            throw .malformedKeyEncryptionKey(source: source, byteCount: secret.count)
        }
        self.secret = secret
    }

    private init() {
        secret = SecretBytes.random(count: Self.byteCount)
    }

    /// Generates a key at random.
    package static func random() -> KeyEncryptionKey {
        KeyEncryptionKey()
    }

    /// Parses the value of `FAIRLEAD_KEK`: 64 hexadecimal digits.
    package convenience init(hexadecimal digits: Span<UInt8>) throws(KeyStoreError) {
        var bytes = Hexadecimal.decode(ascii: digits) ?? []
        defer { secureErase(&bytes) }
        guard bytes.count == Self.byteCount else {
            throw .malformedKeyEncryptionKey(source: "FAIRLEAD_KEK", byteCount: digits.count)
        }
        try self.init(SecretBytes(copying: bytes), source: "FAIRLEAD_KEK")
    }

    /// Text that distinguishes keys and reveals nothing about them: 16 hexadecimal digits of an HMAC.
    package var fingerprint: String {
        let message = DerivationLabel.fingerprint.bytes
        let code = secret.withSpan { HMACSHA256.authenticationCode(of: message, key: $0) }
        return Hexadecimal.encode(code.prefix(8))
    }

    func encrypt(_ plaintext: borrowing SecretBytes, additionalData: [UInt8]) throws(CipherError) -> [UInt8] {
        try plaintext.withSpan { (plaintext) throws(CipherError) in
            try AuthenticatedEncryption.seal(plaintext, key: secret, additionalData: additionalData)
        }
    }

    func decrypt(_ sealed: [UInt8], additionalData: [UInt8]) throws(CipherError) -> SecretBytes {
        try AuthenticatedEncryption.open(sealed, key: secret, additionalData: additionalData)
    }

    /// Calls `body` with the contents of a key file: 64 hexadecimal digits and a line feed.
    func withFileContents<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        var text: [UInt8] = []
        text.reserveCapacity(2 * Self.byteCount + 1)
        secret.withSpan { Hexadecimal.append($0, to: &text) }
        text.append(UInt8(ascii: "\n"))
        defer { secureErase(&text) }
        try body(text.span)
    }
}

extension KeyEncryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    package var description: String { "<redacted>" }

    /// Always `<redacted>`.
    package var debugDescription: String { "<redacted>" }

    /// A mirror without children, so that the key cannot be reflected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
