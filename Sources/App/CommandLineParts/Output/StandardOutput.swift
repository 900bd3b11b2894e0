package import Failures
import Glibc
import KeyStore
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

    /// Writes a text in a callback of the key store, which allows only the store's errors.
    package static func writeWithinStore(_ text: String) throws(RunFailure) {
        let bytes = Array(text.utf8)
        guard let code = FileDescriptorWriter.write(bytes.span, to: STDOUT_FILENO) else { return }
        throw .writeFailed(path: "standard output", reason: unsafe String(cString: strerror(code)))
    }

    /// Writes a value as a line of JSON in a callback of the key store.
    package static func writeLine(_ value: some Encodable) throws(RunFailure) {
        guard let line = try? JSONText.line(value) else {
            throw .fault("an output record that cannot be written as JSON")
        }
        try writeWithinStore(line + "\n")
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
