import ArgumentParser
import BatchPackaging

/// The reports of a batch.
struct BatchReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    /// Whether anybody wants to know of renditions and digests.
    var areWanted: Bool { report != nil }

    /// Refuses files that are there and are no reports.
    func checkPaths(besideStore store: String?) throws {
        try PathCheck.refuseReport(report, besideStore: store)
    }

    /// Writes them.
    func write(_ batch: BatchReport) throws {
        try RunReport.write(batch, to: report)
    }
}
