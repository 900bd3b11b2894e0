package import Failures
import Glibc
import ReportTexts

/// Standard output, which carries the result of a command, so that a failure to write it is a failure of the
/// command.
package enum StandardOutput {
    /// Writes all of a text.
    ///
    /// - Throws: `RunFailure` if the write fails.
    package static func write(_ text: String) throws(RunFailure) {
        let bytes = Array(text.utf8)
        try write(bytes.span)
    }

    /// Writes a value as a line of JSON.
    package static func writeLine(_ value: some Encodable) throws(RunFailure) {
        try write(JSONText.line(value) + "\n")
    }

    /// Writes all bytes; throws if the write fails.
    package static func write(_ bytes: Span<UInt8>) throws(RunFailure) {
        guard let code = FileDescriptorWriter.write(bytes, to: STDOUT_FILENO) else { return }
        throw RunFailure(
            .writeFailed,
            at: "standard output",
            "the result cannot be written",
            found: unsafe String(cString: strerror(code)),
            remedy: "Check where it goes.",
            errorNumber: code
        )
    }
}
