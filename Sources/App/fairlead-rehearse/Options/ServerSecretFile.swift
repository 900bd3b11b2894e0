import CommandLineParts
import Failures
import KeyStore
import StoreFiles
import WipedMemory

/// A reader of secrets that identify an app or a customer to external servers, from a file or standard input
/// (`-`).
///
/// The file must not be readable by other users.
enum ServerSecretFile {
    /// The maximum length of a line in bytes, which is that of a header field.
    private static let lineLimit = 16_384
    /// The maximum length of a list in bytes, enough for a few thousand JSON Web Tokens.
    private static let listLimit = 4 << 20

    /// Reads a file with one line.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - contentName: the expected content, for messages.
    /// - Returns: the line without its ending.
    /// - Throws: `RunFailure` for other contents, and for a file that other users can read.
    static func line(of path: String, _ contentName: String) throws -> SecretBytes {
        var bytes = try bytes(of: path, contentName, limit: lineLimit)
        defer { secureErase(&bytes) }
        while let last = bytes.last, isLineEnding(last) { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw RunFailure.invalidContents(
                contentName,
                at: path,
                expected: "one line of printable ASCII",
                remedy: "Write nothing else."
            )
        }
        return SecretBytes(copying: bytes.span)
    }

    /// Reads a file with one word on each line.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - contentName: the expected content, for messages.
    /// - Returns: the words, at least one; empty lines are skipped.
    /// - Throws: `RunFailure` for other contents, and for a file that other users can read.
    static func words(of path: String, _ contentName: String) throws -> [String] {
        var bytes = try bytes(of: path, contentName, limit: listLimit)
        defer { secureErase(&bytes) }
        var words: [String] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let word = line.last == 0x0D ? line.dropLast() : line
            guard !word.isEmpty else { continue }
            // A comma separates the tokens of a request.
            guard word.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x2C }) else {
                throw RunFailure.invalidContents(
                    contentName,
                    at: "\(path):\(index + 1)",
                    expected: "one on each line, of printable ASCII without blanks and commas",
                    remedy: "Write nothing else."
                )
            }
            words.append(String(decoding: word, as: UTF8.self))
        }
        guard !words.isEmpty else {
            throw RunFailure.invalidContents(
                contentName,
                at: path,
                found: "the file is empty",
                expected: "one on each line",
                remedy: "Write them to the file."
            )
        }
        return words
    }

    private static func isLineEnding(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Reads the whole file, and throws if it is too long, because a truncated secret is a different one.
    private static func bytes(of path: String, _ contentName: String, limit: Int) throws -> [UInt8] {
        if path == "-" {
            return try SecretInput.bytes(of: path, limit: limit, of: contentName, allowsStandardInput: true)
        }
        var bytes = try PrivateFile.bytes(of: path, limit: limit + 1)
        guard bytes.count <= limit else {
            secureErase(&bytes)
            throw RunFailure.invalidContents(
                contentName,
                at: path,
                found: "more than \(limit) bytes",
                remedy: "Name another file, or make this one shorter."
            )
        }
        return bytes
    }
}
