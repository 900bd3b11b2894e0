package import Ciphers
package import Failures
import Glibc
import StoreFiles
import TextFormats
package import WipedMemory

/// The key of 32 bytes under which the keys of a store are wrapped.
///
/// Printing, dumping or reflecting it shows `<redacted>`.
package final class KeyEncryptionKey: Sendable {
    static let byteCount = AuthenticatedEncryption.keyByteCount

    private let secret: SecretBytes

    /// Takes ownership of 32 bytes; `source` names them in errors.
    init(_ secret: consuming SecretBytes, source: String) throws(RunFailure) {
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
    package convenience init(hexadecimal digits: Span<UInt8>) throws(RunFailure) {
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
        let mac = secret.withSpan { HMACSHA256.authenticationCode(of: message, key: $0) }
        return Hexadecimal.encode(mac.prefix(8))
    }

    package func encrypt(_ plaintext: borrowing SecretBytes, additionalData: [UInt8]) throws(CipherError)
        -> [UInt8]
    {
        try plaintext.withSpan { (plaintext) throws(CipherError) in
            try AuthenticatedEncryption.seal(plaintext, key: secret, additionalData: additionalData)
        }
    }

    package func decrypt(_ sealed: [UInt8], additionalData: [UInt8]) throws(CipherError) -> SecretBytes {
        try AuthenticatedEncryption.open(sealed, key: secret, additionalData: additionalData)
    }

    /// Calls `body` with the contents of a key file: 64 hexadecimal digits and a line feed.
    package func withFileContents<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void)
        throws(Failure)
    {
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

extension KeyEncryptionKey {
    /// The maximum number of bytes read: enough to recognize contents that are longer than a key.
    private static let readLimit = 128

    /// Loads the key from a file: 64 hexadecimal digits with or without a line ending, or 32 raw bytes.
    ///
    /// Only its owner may have access to the file.
    package static func load(file path: String) throws(RunFailure) -> KeyEncryptionKey {
        try PrivateFile.withContents(of: path, limit: readLimit, failure: readFailure) {
            (contents) throws(RunFailure) in
            try parse(contents, source: path)
        }
    }

    /// Writes the key to a new file of mode 0600, in a directory of mode 0700 if that is new too.
    ///
    /// Throws `.alreadyExists` instead of overwriting a file. The file appears whole or not at all.
    package func createFile(at path: String) throws(RunFailure) {
        try PrivateFile.makeDirectories(for: path)
        try withFileContents { (contents) throws(RunFailure) in
            try PrivateFile.create(at: path, contents: contents)
        }
    }

    /// Generates a key in a new file.
    package static func createFile(at path: String) throws(RunFailure) -> KeyEncryptionKey {
        let key = KeyEncryptionKey.random()
        try key.createFile(at: path)
        return key
    }

    /// Loads the key from a file, which is created if it is missing; safe to repeat and to run concurrently.
    package static func loadOrCreate(file path: String) throws(RunFailure) -> KeyEncryptionKey {
        do {
            return try load(file: path)
        } catch {
            guard error.kind == .keyEncryptionKeyNotFound else { throw error }
        }
        do {
            return try createFile(at: path)
        } catch {
            guard error.kind == .alreadyExists else { throw error }
            return try load(file: path)
        }
    }

    /// Parses the contents of a file or the output of a command.
    static func parse(_ contents: Span<UInt8>, source: String) throws(RunFailure) -> KeyEncryptionKey {
        if contents.count == byteCount {
            return try KeyEncryptionKey(SecretBytes(copying: contents), source: source)
        }
        var bytes = PrivateFile.decodeLine(contents) ?? []
        defer { secureErase(&bytes) }
        guard bytes.count == byteCount else {
            throw .malformedKeyEncryptionKey(source: source, byteCount: contents.count)
        }
        return try KeyEncryptionKey(SecretBytes(copying: bytes), source: source)
    }

    private static func readFailure(_ code: Int32, _ path: String) -> RunFailure {
        if let shortage = ResourceShortage(code: code) {
            return .shortage(shortage, errorNumber: code, path: path)
        }
        return switch code {
        case ENOENT, ENOTDIR: .keyEncryptionKeyNotFound(path: path)
        default:
            .permissions(
                path: path,
                reason: "it cannot be read",
                found: unsafe String(cString: strerror(code))
            )
        }
    }
}
