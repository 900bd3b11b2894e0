package import Logging
package import Presentations
import ReportTexts
import Synchronization

/// The lines on standard error: errors, warnings and, with `-v`, what happens.
package final class Diagnostics: Sendable {
    /// The form of a line.
    package enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    /// The diagnostics of the process; commands configure it by their options.
    package static let shared = Diagnostics()

    /// Takes the warnings of a part of the run that has to say itself what they are of; nil where they are written.
    @TaskLocal package static var collector: WarningList?

    private let logger = Mutex(Diagnostics.logger(format: .text, level: .notice))
    /// What is drawn on the terminal gives way to lines.
    private let display = Mutex<(any TerminalDisplay)?>(nil)

    private init() {}

    /// Sets the form of lines, and the least level that is written.
    package func configure(format: Format, level: Logger.Level) {
        logger.withLock { $0 = Self.logger(format: format, level: level) }
    }

    /// Sets the form of lines that a command line asks for which was refused as a whole.
    package func configure(askedForIn arguments: [String]) {
        let isJSON =
            arguments.contains("--log-format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == "--log-format" && $1 == "json" }
        configure(format: isJSON ? .json : .text, level: .notice)
    }

    /// Sets what is drawn on the terminal from now on; nil for nothing.
    package func attach(_ display: (any TerminalDisplay)?) {
        self.display.withLock { $0 = display }
    }

    /// Writes an error.
    package func error(_ message: String) { say(.error, message) }

    /// Writes a warning, or hands it to the collector of this task.
    package func warning(_ message: String) {
        if let collector = Self.collector { return collector.add(message) }
        say(.warning, message)
    }

    /// Writes what happens, where `-v` asks for that.
    package func info(_ message: String) { say(.info, message) }

    /// Further lines to the error before.
    package func note(_ text: String) {
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
