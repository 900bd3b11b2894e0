import FoundationEssentials
import Logging
import ReportTexts

/// A log handler that writes one line for each event to standard error.
struct StandardErrorLogHandler: LogHandler {
    let format: Diagnostics.Format
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        StandardError.write(line(event.level, "\(event.message)") + "\n")
    }

    private func line(_ level: Logger.Level, _ message: String) -> String {
        switch format {
        case .text: return level == .notice ? message : "\(level.rawValue): \(message)"
        case .json:
            struct Event: Encodable {
                let time: String
                let level: String
                let message: String
            }
            let event = Event(
                time: Date().formatted(.iso8601),
                level: level.rawValue,
                message: message
            )
            return (try? JSONText.line(event)) ?? message
        }
    }
}
