import CommandLineParts
import FoundationEssentials
import LicenseFlows
import ReportTexts

/// The log of `serve` on standard error: a JSON object for each answer, without tokens, queries and bodies.
struct ServeLog: Sendable {
    private struct Line: Encodable {
        let time: String
        let event = "request"
        let method: String
        let endpoint: String?
        let file: String?
        let status: Int
        let fault: String?
    }

    /// Writes a line.
    func write(_ request: ServedRequest) {
        let line = Line(
            time: Date().formatted(.iso8601),
            method: request.method,
            endpoint: request.endpoint,
            file: request.file,
            status: request.status,
            fault: request.fault?.rawValue
        )
        guard let text = try? JSONText.line(line) else { return }
        StandardError.write(text + "\n")
    }
}
