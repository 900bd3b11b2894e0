import Glibc
import HLSPackaging
import KeyStore

/// The file of `--report`.
enum RunReport {
    /// What is written of a run that failed.
    private struct Failure: Encodable {
        let outcome = "failed"
        let status: Int32
        let error: String

        init(_ failure: CommandFailure) {
            status = ExitStatus.code(of: failure.failureClass)
            error = failure.message
        }
    }

    /// Writes a report; nothing when no file was named.
    ///
    /// In place: what was named may be a device or a link that others follow.
    static func write(_ report: some Encodable, to path: String?) throws {
        guard let path else { return }
        let bytes = Array(try JSONText.pretty(report).utf8)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { close(descriptor) }
        if let code = FileDescriptorWriter.write(bytes.span, to: descriptor) { throw failure(code, path) }
    }

    /// Says what a run did: its warnings, the report, and standard output.
    static func publish(_ report: ProtectionReport, to path: String?, _ messages: OutputOptions) throws {
        for warning in report.warnings { Diagnostics.shared.warning(warning) }
        try write(report, to: path)
        try messages.write(report, text: ProtectionText.text)
    }

    /// Does a part of a run; when it fails, that is in the report too.
    ///
    /// - Returns: what the part returns.
    /// - Throws: `CommandFailure`.
    static func recordingFailure<Result>(in path: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            let failure = CommandFailure(error)
            write(failure, to: path)
            throw failure
        }
    }

    /// Writes the report of a run that failed; that it cannot be written is a warning beside the failure.
    private static func write(_ failure: CommandFailure, to path: String?) {
        do {
            try write(Failure(failure), to: path)
        } catch {
            Diagnostics.shared.warning(CommandFailure(error).message)
        }
    }

    private static func failure(_ code: CInt, _ path: String) -> CommandFailure {
        let reason = unsafe String(cString: strerror(code))
        return CommandFailure(
            .writeFailed,
            "\(path): the report cannot be written (\(reason)). Name another file."
        )
    }
}
