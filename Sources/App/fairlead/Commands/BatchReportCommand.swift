import ArgumentParser
import Batch
import BatchReports
import CommandLineParts
import Failures
import FoundationEssentials
import TextFormats

/// The command `fairlead batch report`.
struct BatchReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report on all titles of a manifest, whichever runs and machines published them.",
        discussion: """
            The key store says how each title ended, and its result what was published; nothing is run, and inputs are not read. \
            The reports have the form of those of `batch run`; sizes of inputs and durations of runs are not known, and are 0. Ends \
            with 0 whatever became of the titles.

            EXAMPLE
              fairlead batch report catalogue.csv --report report.json --html report.html --junit report.xml
            """
    )

    @OptionGroup
    var titles: RecordedTitleOptions

    @OptionGroup(title: "Reports")
    var reports: BatchReportOptions

    @OptionGroup(title: "Messages")
    var messages: OutputOptions

    mutating func run() throws {
        messages.log.configure()
        let (startedAt, start) = (Date(), ContinuousClock.now)
        try reports.checkPaths(beside: titles.keyStore, over: titles.manifest)
        try reports.requireFolders()
        let found = try titles.find()
        let reporter = RecordedTitleReporter(
            found.store,
            describesRenditions: reports.describesRenditions
        )
        let outcome = BatchOutcome(keepsAll: reports.describeAllTitles(messages))
        try found.forEach { outcome.add(try reporter.report(of: $0, $1)) }
        let overview = BatchOverview(
            found.manifest,
            path: titles.manifest,
            shard: found.shard,
            startedAt: startedAt,
            since: start,
            workers: 1,
            outcome.summary
        )
        try BatchText.write(overview, outcome, as: messages.format)
        if !reports.write(overview, outcome) { throw ExitCode(FailureClass.writeFailed.exitStatus) }
    }
}
