import ArgumentParser
import Batch
import BatchReports
import CommandLineParts
import ReportTexts
import TextFormats

/// The command `fairlead batch status`.
struct BatchStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of each title of a manifest, according to the key store.",
        discussion: """
            A title is published if its result is unchanged since its publication. `batch --dry-run` shows whether inputs or \
            options have changed since then.

            EXAMPLE
              fairlead batch status catalogue.csv
            """
    )

    @OptionGroup
    var titles: RecordedTitleOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        messages.log.configure()
        try messages.write(try titles.lookUp().titles.map(\.record), text: Self.text)
    }

    private static func text(_ titles: [RecordedTitle]) -> String {
        var table = TextTable("LINE", "CONTENT ID", "STATE", "STATUS", "WHEN", "OUTPUT", "WHY")
        for title in titles {
            table.add(
                "\(title.line)",
                title.contentID.printableMessage,
                title.state.rawValue,
                title.status.map(String.init) ?? "",
                title.recordedAt?.description ?? "",
                title.output ?? "",
                (title.error ?? "").printableMessage
            )
        }
        let counts = RecordedTitle.State.allCases.compactMap { state in
            let count = titles.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(state.rawValue)"
        }
        return table.text + "\n" + CountText.text(titles.count, "title") + ": "
            + counts.joined(separator: ", ") + "\n"
    }
}
