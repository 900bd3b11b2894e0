import Glibc

/// Standard error, unbuffered.
///
/// Failures to write are ignored: there is no other channel to report them.
package enum StandardError {
    /// Indicates whether standard error is a terminal.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The columns and lines of the terminal, or 80 and 24 if there is none.
    package static var terminalSize: (width: Int, height: Int) {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes all of a text.
    package static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = FileDescriptorWriter.write(bytes.span, to: STDERR_FILENO)
    }
}
