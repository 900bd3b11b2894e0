import ArgumentParser
import Batch
import CommandLineParts

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
        let found = try titles.lookUp()
        let remainingTitles = found.titles.filter { $0.record.state != .published }.map(\.title)
        try StandardOutput.write(found.manifest.contents(of: remainingTitles).span)
    }
}
