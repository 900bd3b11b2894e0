import Failures
import Glibc

/// A report file, which is written in pieces.
///
/// It is written in place, because the path may be a device or a link that others follow.
package struct ReportFile {
    private let path: String

    /// Creates a report file with a path; nothing is written yet.
    package init(_ path: String) {
        self.path = path
    }

    /// Writes the texts that `body` passes to its sink.
    ///
    /// - Throws: `RunFailure` if the file cannot be written, and the errors of `body`.
    package func write(_ body: ((String) throws -> Void) throws -> Void) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno) }
        do {
            try body { text in
                let bytes = Array(text.utf8)
                if let code = FileDescriptorWriter.write(bytes.span, to: descriptor) { throw failure(code) }
            }
        } catch {
            // A truncated report is worse than none. A device cannot be truncated.
            ftruncate(descriptor, 0)
            close(descriptor)
            throw error
        }
        // Some file systems report a lack of space only on close.
        guard close(descriptor) == 0 || errno == EINTR else { throw failure(errno) }
    }

    private func failure(_ code: CInt) -> RunFailure {
        .system(
            code,
            .writeFailed,
            at: path,
            "the report cannot be written",
            found: unsafe String(cString: strerror(code)),
            remedy: "Name another file."
        )
    }
}
