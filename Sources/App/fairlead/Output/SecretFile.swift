import CommandLineParts
import KeyStore

/// A writer of secret files that only their owner can read.
enum SecretFile {
    /// Writes the pieces that `body` passes to its parameter.
    ///
    /// A file is new, has mode 0600, and appears whole or not at all. Without a path, the pieces go to
    /// standard output as they come.
    static func write(
        to path: String?,
        _ body: ((Span<UInt8>) throws(KeyStoreError) -> Void) throws -> Void
    ) throws {
        guard let path else {
            return try body { (piece) throws(KeyStoreError) in
                do {
                    try StandardOutput.write(piece)
                } catch {
                    let reason = (error as? CommandFailure)?.message ?? "\(error)"
                    throw .writeFailed(path: "standard output", reason: reason)
                }
            }
        }
        try PrivateFile.create(at: path, body)
    }
}
