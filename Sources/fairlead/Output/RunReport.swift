import Foundation
import HLSPackaging

/// The file of `--report`.
enum RunReport {
    /// What is written of a run that failed.
    struct Failure: Encodable {
        let outcome = "failed"
        let status: Int32
        let error: String

        init(_ failure: CommandFailure) {
            status = ExitStatus.code(of: failure.failureClass)
            error = failure.message
        }
    }

    /// Writes a report, whole or not at all; nothing when no file was named.
    static func write(_ report: some Encodable, to path: String?) throws {
        guard let path else { return }
        do {
            try Data(try JSONText.pretty(report).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure(.writeFailed, "\(path): the report cannot be written. Name another file.")
        }
    }
}
