import CommandLineParts
import KeyStore

/// Writes secrets where only their owner can read them.
enum SecretFile {
    /// Writes the pieces that `body` gives its parameter to a new file of mode 0600, whole or not at all and never over an
    /// existing one, or to standard output as they come.
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
