import Glibc
import WipedMemory

extension KeyEncryptionKey {
    /// The maximum number of bytes read: enough to recognize contents that are longer than a key.
    private static let readLimit = 128

    /// Loads the key from a file: 64 hexadecimal digits with or without a line ending, or 32 raw bytes.
    ///
    /// Only its owner may have access to the file.
    package static func load(file path: String) throws(KeyStoreError) -> KeyEncryptionKey {
        try PrivateFile.withContents(of: path, limit: readLimit, failure: readFailure) {
            (contents) throws(KeyStoreError) in
            try parse(contents, source: path)
        }
    }

    /// Writes the key to a new file of mode 0600, in a directory of mode 0700 if that is new too.
    ///
    /// Throws `.alreadyExists` instead of overwriting a file. The file appears whole or not at all.
    package func createFile(at path: String) throws(KeyStoreError) {
        try PrivateFile.makeDirectories(for: path)
        try withFileContents { (contents) throws(KeyStoreError) in
            try PrivateFile.create(at: path, contents: contents)
        }
    }

    /// Generates a key in a new file.
    static func createFile(at path: String) throws(KeyStoreError) -> KeyEncryptionKey {
        let key = KeyEncryptionKey.random()
        try key.createFile(at: path)
        return key
    }

    /// Loads the key from a file, which is created if it is missing; safe to repeat and to run concurrently.
    package static func loadOrCreate(file path: String) throws(KeyStoreError) -> KeyEncryptionKey {
        do {
            return try load(file: path)
        } catch .keyEncryptionKeyNotFound {
            do {
                return try createFile(at: path)
            } catch .alreadyExists {
                return try load(file: path)
            }
        }
    }

    /// Parses the contents of a file or the output of a command.
    static func parse(_ contents: Span<UInt8>, source: String) throws(KeyStoreError) -> KeyEncryptionKey {
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

    private static func readFailure(_ code: Int32, _ path: String) -> KeyStoreError {
        if let shortage = ResourceShortage(code: code) { return .shortage(shortage, path: path) }
        return switch code {
        case ENOENT, ENOTDIR: .keyEncryptionKeyNotFound(path: path)
        default:
            .permissions(path: path, reason: unsafe "it cannot be read (\(String(cString: strerror(code))))")
        }
    }
}
