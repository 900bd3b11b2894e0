import ArgumentParser

/// The command `fairlead batch`.
struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Package and protect many titles.",
        discussion: """
            MANIFEST is CSV with a header, JSON Lines or YAML. Each title has input and content_id; every other column is an \
            option of protect or package, or a template variable. A playlist (.m3u8) is protected, everything else is \
            packaged. A finished title is skipped when the batch is run again; one that fails does not stop the others.

            EXAMPLES
              fairlead batch catalogue.csv -o 'out/{content_id}' --workers 4
              fairlead batch catalogue.csv -o 'out/{content_id}' --check
              fairlead batch status catalogue.csv
              fairlead batch failed catalogue.csv > left.csv
              fairlead batch report catalogue.csv --html report.html

              `fairlead batch run --help` lists all options.
            """,
        subcommands: [
            BatchRunCommand.self, BatchStatusCommand.self, BatchFailedCommand.self, BatchReportCommand.self,
        ],
        defaultSubcommand: BatchRunCommand.self
    )
}
