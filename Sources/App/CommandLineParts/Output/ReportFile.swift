import Glibc
import KeyStore

/// A file of a report, which is written in pieces.
///
/// In place: what was named may be a device or a link that others follow.
package struct ReportFile {
    private let path: String

    /// The file at a path; nothing is written yet.
    package init(_ path: String) {
        self.path = path
    }

    /// Writes what `body` gives to its sink.
    ///
    /// - Throws: `CommandFailure` where the file cannot be written, and what `body` throws.
    package func write(_ body: ((String) throws -> Void) throws -> Void) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno) }
        do {
            try body { text in
                let bytes = Array(text.utf8)
                if let code = FileDescriptorWriter.write(bytes.span, to: descriptor) { throw failure(code) }
            }
        } catch {
            // A part of a report says less than none; a device has no length.
            ftruncate(descriptor, 0)
            close(descriptor)
            throw error
        }
        // Some file systems say no sooner that there was no room.
        guard close(descriptor) == 0 || errno == EINTR else { throw failure(errno) }
    }

    private func failure(_ code: CInt) -> CommandFailure {
        let (reason, shortage) = (unsafe String(cString: strerror(code)), ResourceShortage(code: code))
        return CommandFailure(
            shortage == nil ? .writeFailed : .unavailable,
            "\(path): the report cannot be written (\(reason)). " + (shortage?.advice ?? "Name another file.")
        )
    }
}
