import Failures
import ReportTexts

/// The file of `--report`.
package enum RunReport {
    /// The report of a failed run.
    private struct Failure: Encodable {
        let outcome = "failed"
        let status: Int32
        let error: String

        init(_ failure: RunFailure) {
            status = failure.failureClass.exitStatus
            error = failure.message
        }
    }

    /// Writes a report as JSON, unless no file is named.
    ///
    /// - Throws: `RunFailure` if the file cannot be written.
    package static func write(_ report: some Encodable, to path: String?) throws {
        guard let path else { return }
        let text = try JSONText.pretty(report)
        try ReportFile(path).write { sink in try sink(text) }
    }

    /// Performs a part of a run, and writes a report of its failure if it fails.
    ///
    /// - Returns: the result of `body`.
    /// - Throws: `RunFailure`.
    package static func recordingFailure<Result>(in path: String?, _ body: () throws -> Result) throws
        -> Result
    {
        do {
            return try body()
        } catch {
            let failure = RunFailure(describing: error)
            if failure.kind != .reportPath { write(failure, to: path) }
            throw failure
        }
    }

    /// Writes the report of a failed run; a failure to write it is a warning.
    private static func write(_ failure: RunFailure, to path: String?) {
        do {
            try write(Failure(failure), to: path)
        } catch {
            Diagnostics.shared.warning(RunFailure(describing: error).message)
        }
    }
}
