import ArgumentParser
import Batch
import CommandLineParts

/// The command `fairlead batch failed`.
struct BatchFailedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "failed",
        abstract:
            "Print a manifest of what is left: titles that failed, whose result is not what it was, or that were never done.",
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
        let (manifest, titles) = try titles.lookUp()
        let left = titles.filter { $0.record.state != .published }.map(\.title)
        try StandardOutput.write(manifest.text(of: left).span)
    }
}
