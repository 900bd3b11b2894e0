import CommandLineParts
import KeyStore
import WipedMemory

/// What servers of others know an app or a customer by: a file that nobody else may read, or `-` for standard input.
enum ServerSecretFile {
    /// The most bytes of one line: what goes into one field of a request.
    private static let lineLimit = 16_384
    /// The most bytes of a list: some thousand JSON Web Tokens.
    private static let listLimit = 4 << 20

    /// The one line that a file has, without its ending.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - what: what it should be, for errors.
    /// - Returns: the line.
    /// - Throws: `CommandFailure` for what is none, `KeyStoreError` for a file that others may read.
    static func line(of path: String, _ what: String) throws -> SecretBytes {
        var bytes = try bytes(of: path, what, limit: lineLimit)
        defer { secureErase(&bytes) }
        while let last = bytes.last, isLineEnding(last) { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw CommandFailure(
                .malformed,
                "\(path): this is no \(what) (expected one line of printable ASCII). Write it bare."
            )
        }
        return SecretBytes(copying: bytes.span)
    }

    /// The words of a file that has one on each line.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - what: what it should be, for errors.
    /// - Returns: the words, at least one; empty lines are left out.
    /// - Throws: `CommandFailure` for what is none, `KeyStoreError` for a file that others may read.
    static func words(of path: String, _ what: String) throws -> [String] {
        var bytes = try bytes(of: path, what, limit: listLimit)
        defer { secureErase(&bytes) }
        var words: [String] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let word = line.last == 0x0D ? line.dropLast() : line
            guard !word.isEmpty else { continue }
            // A comma parts the tokens of a request.
            guard word.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2C }) else {
                throw CommandFailure(
                    .malformed,
                    "\(path):\(index + 1): this is no \(what) (expected one on each line, of printable ASCII without blanks and "
                        + "commas). Write them bare."
                )
            }
            words.append(String(decoding: word, as: UTF8.self))
        }
        guard !words.isEmpty else {
            throw CommandFailure(
                .malformed,
                "\(path): this is no \(what) (the file is empty, expected one on each line). Write them bare."
            )
        }
        return words
    }

    private static func isLineEnding(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// All bytes; what is cut would be another secret.
    private static func bytes(of path: String, _ what: String, limit: Int) throws -> [UInt8] {
        if path == "-" {
            return try SecretInput.bytes(of: path, limit: limit, of: what, allowsStandardInput: true)
        }
        var bytes = try PrivateFile.bytes(of: path, limit: limit + 1)
        guard bytes.count <= limit else {
            secureErase(&bytes)
            throw CommandFailure(
                .malformed,
                "\(path): this is no \(what) (more than \(limit) bytes). Name another file, or make this one shorter."
            )
        }
        return bytes
    }
}
