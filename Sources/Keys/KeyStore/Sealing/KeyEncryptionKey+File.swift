import Glibc
import WipedMemory

extension KeyEncryptionKey {
    /// Enough to tell a key from anything longer.
    private static let readLimit = 128

    /// The key in a file: 64 hexadecimal digits with or without a line ending, or 32 raw bytes.
    ///
    /// Nobody but the owner may have access to the file.
    package static func load(file path: String) throws(KeyStoreError) -> KeyEncryptionKey {
        try PrivateFile.withContents(of: path, limit: readLimit, failure: readFailure) {
            (contents) throws(KeyStoreError) in
            try parse(contents, source: path)
        }
    }

    /// Makes a new file of mode 0600 that holds the key, in a directory of mode 0700 if that is new too.
    ///
    /// Throws `.alreadyExists` rather than overwrite a file. The file appears whole or not at all.
    package func createFile(at path: String) throws(KeyStoreError) {
        try PrivateFile.makeDirectories(for: path)
        try withFileContents { (contents) throws(KeyStoreError) in
            try PrivateFile.create(at: path, contents: contents)
        }
    }

    /// Makes a fresh key in a new file.
    package static func createFile(at path: String) throws(KeyStoreError) -> KeyEncryptionKey {
        let key = KeyEncryptionKey.random()
        try key.createFile(at: path)
        return key
    }

    /// The key in a file, which is made if there is none: safe to run twice, and at once.
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

    /// The key in the contents of a file.
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
