import Batch
import FoundationEssentials
import Logging
import ReportTexts
import Synchronization

/// What goes to standard error: errors, warnings and, with `-v`, what happens.
final class Diagnostics: Sendable {
    /// How lines look.
    enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    /// The one of the process; commands configure it by their options.
    static let shared = Diagnostics()

    /// Takes the warnings of a part of the run that has to say itself what they are of; nil where they are written.
    @TaskLocal static var collector: WarningList?

    private let logger = Mutex(Diagnostics.logger(format: .text, level: .notice))
    /// What is drawn on the terminal gives way to lines.
    private let display = Mutex<(any TerminalDisplay)?>(nil)

    private init() {}

    func configure(format: Format, level: Logger.Level) {
        logger.withLock { $0 = Self.logger(format: format, level: level) }
    }

    /// The form of the log that a command line asks for which was refused as a whole.
    static func format(askedForIn arguments: [String]) -> Format {
        let isJSON =
            arguments.contains("--log-format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--log-format" && $1 == "json" }
        return isJSON ? .json : .text
    }

    func attach(_ display: (any TerminalDisplay)?) {
        self.display.withLock { $0 = display }
    }

    func error(_ message: String) { say(.error, message) }
    func warning(_ message: String) {
        if let collector = Self.collector { return collector.add(message) }
        say(.warning, message)
    }
    func info(_ message: String) { say(.info, message) }

    /// Further lines to the error before.
    func note(_ text: String) {
        guard !text.isEmpty else { return }
        log(.notice, text)
    }

    /// Says what may be of the input.
    private func say(_ level: Logger.Level, _ message: String) {
        log(level, message.messageForPeople)
    }

    private func log(_ level: Logger.Level, _ message: String) {
        let write = { self.logger.withLock { $0.log(level: level, "\(message)") } }
        if let display = display.withLock(\.self) { display.giveWay(to: write) } else { write() }
    }

    private static func logger(format: Format, level: Logger.Level) -> Logger {
        var logger = Logger(label: "fairlead") { _ in StandardErrorLogHandler(format: format) }
        logger.logLevel = level
        return logger
    }
}

/// What is drawn on the terminal again and again, and makes room for lines.
protocol TerminalDisplay: Sendable {
    /// Takes away what is drawn, and draws nothing until lines are written: it would take them away next time.
    func giveWay(to write: () -> Void)
}

/// Writes one line an event to standard error.
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
