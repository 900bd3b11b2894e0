import Glibc
import KeyStore
import ReportTexts

/// Standard output: what a command prints is its result, so that a failure to print it is a failure.
enum StandardOutput {
    static func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        try write(bytes.span)
    }

    /// Writes within what a key store runs, whose errors are its own.
    static func writeWithinStore(_ text: String) throws(KeyStoreError) {
        let bytes = Array(text.utf8)
        guard let code = FileDescriptorWriter.write(bytes.span, to: STDOUT_FILENO) else { return }
        throw .writeFailed(path: "standard output", reason: unsafe String(cString: strerror(code)))
    }

    /// Writes a value as a line of JSON, likewise.
    static func writeLine(_ value: some Encodable) throws(KeyStoreError) {
        guard let line = try? JSONText.line(value) else { throw .fault("a value that is no JSON") }
        try writeWithinStore(line + "\n")
    }

    static func write(_ bytes: Span<UInt8>) throws {
        guard let code = FileDescriptorWriter.write(bytes, to: STDOUT_FILENO) else { return }
        let reason = unsafe String(cString: strerror(code))
        throw CommandFailure(
            .writeFailed,
            "standard output: the result cannot be written (\(reason)). Check where it goes."
        )
    }
}

/// Standard error, unbuffered.
///
/// What cannot be said there cannot be said anywhere.
enum StandardError {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The columns and lines of the terminal; 80 and 24 where there is none.
    static var terminalSize: (width: Int, height: Int) {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = FileDescriptorWriter.write(bytes.span, to: STDERR_FILENO)
    }
}

/// Writes all bytes to an open file.
enum FileDescriptorWriter {
    /// The error number of the write that failed; nil if none did.
    static func write(_ bytes: Span<UInt8>, to descriptor: CInt) -> CInt? {
        unsafe bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + done },
                    buffer.count - done
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return errno }
                done += count
            }
            return nil
        }
    }
}
