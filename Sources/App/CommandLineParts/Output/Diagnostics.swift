import FoundationEssentials
import Logging
package import Presentations
import ReportTexts
import Synchronization

/// The lines on standard error: errors, warnings and, with `-v`, progress.
package final class Diagnostics: Sendable {
    /// The format of the lines.
    package enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    /// The diagnostics of the process, which commands configure with their options.
    package static let shared = Diagnostics()

    /// The list that collects warnings of a task whose caller reports them with their context, or nil to
    /// write them.
    @TaskLocal package static var collector: WarningList?

    private let logger = Mutex(Diagnostics.logger(format: .text, level: .notice))
    /// The display on the terminal, which is cleared before lines are written.
    private let display = Mutex<(any TerminalDisplay)?>(nil)

    private init() {}

    /// Sets the format of lines and the minimum level that is written.
    func configure(format: Format, level: Logger.Level) {
        logger.withLock { $0 = Self.logger(format: format, level: level) }
    }

    /// Sets the format of lines that a command line asks for, although it cannot be parsed as a whole.
    package func configure(askedForIn arguments: [String]) {
        let isJSON =
            arguments.contains("--log-format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--log-format" && $1 == "json" }
        configure(format: isJSON ? .json : .text, level: .notice)
    }

    /// Sets the display on the terminal, or removes it if nil.
    package func attach(_ display: (any TerminalDisplay)?) {
        self.display.withLock { $0 = display }
    }

    /// Writes an error.
    package func error(_ message: String) { logEscaped(.error, message) }

    /// Writes a warning, or adds it to the collector of this task.
    package func warning(_ message: String) {
        if let collector = Self.collector { return collector.add(message) }
        logEscaped(.warning, message)
    }

    /// Writes a message about progress, if `-v` is given.
    package func info(_ message: String) { logEscaped(.info, message) }

    /// Writes further lines about the preceding error.
    func addDetails(_ text: String) {
        guard !text.isEmpty else { return }
        log(.notice, text)
    }

    /// Writes a message that may contain text from the input.
    private func logEscaped(_ level: Logger.Level, _ message: String) {
        log(level, message.printableMessage)
    }

    private func log(_ level: Logger.Level, _ message: String) {
        let write = { self.logger.withLock { $0.log(level: level, "\(message)") } }
        if let display = display.withLock(\.self) { display.clear(during: write) } else { write() }
    }

    private static func logger(format: Format, level: Logger.Level) -> Logger {
        var logger = Logger(label: "fairlead") { _ in StandardErrorLogHandler(format: format) }
        logger.logLevel = level
        return logger
    }
}

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
