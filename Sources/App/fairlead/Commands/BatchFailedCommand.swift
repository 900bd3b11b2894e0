import ArgumentParser
import Batch
import CommandLineParts
import Failures

/// The command `fairlead batch failed`.
struct BatchFailedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "failed",
        abstract:
            "Print a manifest of the titles that are left: those that failed, whose result has changed, or that were never run.",
        discussion: """
            EXAMPLE
              fairlead batch failed catalogue.csv > left.csv
            """
    )

    @OptionGroup
    var titles: RecordedTitleOptions

    @OptionGroup(title: "Messages")
    var log: LogOptions

    mutating func run() throws {
        log.configure()
        let found = try titles.find()
        let cursor = try found.manifest.makeCursor()
        try Self.write(cursor.header)
        try found.forEach { title, record in
            if record.state != .published { try Self.write(cursor.text(of: title)) }
        }
    }

    private static func write(_ text: [UInt8]) throws(RunFailure) {
        try StandardOutput.write(text.span)
    }
}
