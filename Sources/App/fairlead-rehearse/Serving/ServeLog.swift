import CommandLineParts
import FoundationEssentials
import Glibc
import LicenseFlows
import ReportTexts
import Synchronization

/// The log of `serve` on standard error: a JSON object for each request, and for each key that is not given.
///
/// Tokens, queries and bodies are not logged. The log never delays a response: lines that a full pipe does
/// not accept are counted and discarded.
final class ServeLog: Sendable {
    private struct Line: Encodable {
        let time: String
        let event = "request"
        let method: String?
        let endpoint: String?
        let file: String?
        let status: Int
        let fault: String?
    }

    private struct Failure: Encodable {
        let time: String
        let event = "error"
        let message: String
    }

    /// The maximum length of a line in bytes, which a writable pipe accepts at once (`PIPE_BUF`, pipe(7)).
    private static let lineLimit = 4096

    private let lost = Mutex(0)

    /// Writes a line about a request.
    func write(_ request: ServeLogEntry) {
        let line = Line(
            time: Date().formatted(.iso8601),
            method: request.method,
            endpoint: request.endpoint,
            file: request.file,
            status: request.status,
            fault: request.fault?.rawValue
        )
        write(line)
    }

    /// Writes the reason why a key is not given.
    func write(error message: String) {
        write(Failure(time: Date().formatted(.iso8601), message: message))
    }

    private func write(_ line: some Encodable) {
        guard let text = try? JSONText.line(line) else { return }
        lost.withLock { lost in
            var waiting = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            let isReady = unsafe poll(&waiting, 1, 0) == 1 && waiting.revents & Int16(POLLOUT) != 0
            guard isReady, text.utf8.count < Self.lineLimit else {
                lost += 1
                return
            }
            StandardError.write(text + "\n")
        }
    }

    /// Writes the number of discarded lines, if there are any.
    func writeLostCount() {
        let count = lost.withLock { $0 }
        guard count > 0 else { return }
        var waiting = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&waiting, 1, 0) == 1, waiting.revents & Int16(POLLOUT) != 0 else { return }
        StandardError.write("{\"event\":\"lost\",\"lines\":\(count)}\n")
    }
}
