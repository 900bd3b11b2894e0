import ReportTexts

/// The file of `--report`.
package enum RunReport {
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

    /// Writes a report as JSON; nothing when no file was named.
    ///
    /// - Throws: `CommandFailure` where the file cannot be written.
    package static func write(_ report: some Encodable, to path: String?) throws {
        guard let path else { return }
        let text = try JSONText.pretty(report)
        try ReportFile(path).write { sink in try sink(text) }
    }

    /// Does a part of a run; when it fails, that is in the report too.
    ///
    /// - Returns: what the part returns.
    /// - Throws: `CommandFailure`.
    package static func recordingFailure<Result>(in path: String?, _ body: () throws -> Result) throws
        -> Result
    {
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
