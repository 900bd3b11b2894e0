import ArgumentParser
import Batch
import BatchReports
import CommandLineParts
import Glibc
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
              fairlead batch status catalogue.csv --watch
              fairlead batch status catalogue.csv --metrics /var/lib/node_exporter/catalogue.prom > /dev/null
            """
    )

    @OptionGroup
    var titles: RecordedTitleOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    @Flag(
        help:
            "Look again and again, until no title waits: titles a second, the time left, what fails and why."
    )
    var watch = false

    @Option(help: ArgumentHelp("The seconds between two looks of --watch. Default: 5.", valueName: "s"))
    var interval: Int?

    @OptionGroup
    var metrics: MetricsOptions

    func validate() throws {
        guard let interval else { return }
        guard watch else { throw ValidationError("--interval needs --watch. Give both") }
        guard (1...86_400).contains(interval) else {
            throw ValidationError("--interval \(interval) is out of range (expected 1 to 86400)")
        }
    }

    mutating func run() throws {
        messages.log.configure()
        try metrics.checkPath(beside: titles.keyStore, over: titles.manifest)
        let found = try titles.find()
        if watch { try writeLooks(found) }
        guard !watch || metrics.file != nil else { return }
        var catalog = CatalogMetrics()
        switch messages.format {
        case _ where watch: try found.forEach { catalog.add($1) }
        case .json: try writeJSON(found, &catalog)
        case .text: try writeText(found, &catalog)
        }
        guard let file = metrics.file else { return }
        let text = try catalog.text(
            labels: MetricsFile.labels(manifest: titles.manifest, found.shard),
            found.store,
            folders: MetricsFile.folders(output: titles.output, titles.keyStore)
        )
        try MetricsFile(file).write(text)
    }

    private func writeLooks(_ found: RecordedTitles) throws {
        var watch = BatchWatch(found)
        while true {
            let look = try watch.look()
            switch messages.format {
            case .json: try StandardOutput.write(JSONText.line(look) + "\n")
            case .text: try StandardOutput.write(BatchWatch.lines(look).map { $0 + "\n" }.joined())
            }
            guard look.waiting > 0 else { return }
            sleep(UInt32(interval ?? 5))
        }
    }

    private func writeJSON(_ found: RecordedTitles, _ catalog: inout CatalogMetrics) throws {
        var separator = "[\n"
        try found.forEach { _, record in
            catalog.add(record)
            try StandardOutput.write(separator + JSONText.line(record))
            separator = ",\n"
        }
        try StandardOutput.write("\n]\n")
    }

    private func writeText(_ found: RecordedTitles, _ catalog: inout CatalogMetrics) throws {
        var table = PagedTable(
            header: ["LINE", "CONTENT ID", "STATE", "STATUS", "WHEN", "VERIFIED", "OUTPUT", "WHY"]
        )
        try found.forEach { _, title in
            catalog.add(title)
            try table.add([
                "\(title.line)", title.contentID.printableMessage, title.state.rawValue,
                title.status.map(String.init) ?? "", title.recordedAt?.description ?? "",
                title.verifiedAt?.description ?? "", title.output ?? "", (title.error ?? "").printableMessage,
            ])
        }
        try table.flush()
        let states = RecordedTitle.State.allCases.filter { catalog.count($0) > 0 }
            .map { "\(catalog.count($0)) \($0.rawValue)" }
        try StandardOutput.write(
            "\n" + CountText.text(found.indices.count, "title") + ": " + states.joined(separator: ", ") + "\n"
        )
    }
}
