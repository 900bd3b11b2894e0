import Ciphers
import Foundation
import HLSPackaging

/// Writes secrets where only their owner can read them.
enum SecretFile {
    /// Writes to a new file of mode 0600, or to standard output; never over an existing file.
    static func write(_ secret: borrowing SecretBytes, to path: String?) throws {
        var bytes = secret.withSpan { span in span.indices.map { span[$0] } }
        defer { secureErase(&bytes) }
        guard let path else {
            try FileHandle.standardOutput.write(contentsOf: bytes)
            return
        }
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .cannotCreate,
                "\(path): the file exists already. Remove it or name another."
            )
        }
        let isMade = FileManager.default.createFile(
            atPath: path,
            contents: Data(bytes),
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade else {
            throw CommandFailure(.cannotCreate, "\(path): the file cannot be written. Name another.")
        }
    }
}
