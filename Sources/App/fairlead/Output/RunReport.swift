import Protection
import ReportTexts

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
    static func write(_ report: some Encodable, to path: String?) throws {
        guard let path else { return }
        let text = try JSONText.pretty(report)
        try ReportFile(path).write { sink in try sink(text) }
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
            if !failure.isOfReport { write(failure, to: path) }
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
}
