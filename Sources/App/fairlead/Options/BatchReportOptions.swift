import ArgumentParser
import BatchReports
import CommandLineParts
import Failures

/// The options for reports of a batch.
struct BatchReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    @Option(
        name: .customLong("html"),
        help: ArgumentHelp("Write a self-contained HTML page, which needs no network.", valueName: "file")
    )
    var htmlReport: String?

    @Option(
        name: .customLong("junit"),
        help: ArgumentHelp("Write the titles as test cases of JUnit XML.", valueName: "file")
    )
    var junitReport: String?

    /// The report files, with the options that name them.
    var files: [(option: String, path: String)] {
        [("--report", report), ("--html", htmlReport), ("--junit", junitReport)]
            .compactMap { option, path in path.map { (option, $0) } }
    }

    /// Indicates whether something is written about every title.
    func describeAllTitles(_ messages: OutputOptions) -> Bool { !files.isEmpty || messages.format == .json }

    /// Indicates whether a report contains renditions.
    var describesRenditions: Bool { report != nil || htmlReport != nil }

    /// Throws if a report would overwrite an existing file that is not a report, or two reports have the same
    /// file.
    func checkPaths(beside keyStore: KeyStoreOptions, over manifest: String) throws {
        try PathCheck.refuseEqual(files)
        for (option, path) in files {
            try PathCheck.refuseReport(path, of: option, beside: keyStore)
            try PathCheck.refuseReport(path, of: option, over: [manifest])
        }
    }

    /// Throws if the directory of a report does not exist.
    func requireFolders() throws {
        for (option, path) in files { try PathCheck.requireFolder(of: path, option) }
    }

    /// Writes the reports; a failure is reported and does not affect the other reports.
    ///
    /// - Returns: true if all were written.
    func write(_ overview: BatchOverview, _ outcome: BatchOutcome) -> Bool {
        let writers: [(path: String?, write: ((String) throws -> Void) throws -> Void)] = [
            (report, { try JSONReport(overview, titles: outcome.reports).write(to: $0) }),
            (htmlReport, { try HTMLReport(overview, titles: outcome.reports).write(to: $0) }),
            (junitReport, { try JUnitReport(overview, titles: outcome.reports).write(to: $0) }),
        ]
        var isWritten = true
        for (path, write) in writers {
            guard let path else { continue }
            do {
                try ReportFile(path).write { sink in
                    try write(sink)
                    try outcome.requireWhole()
                }
            } catch {
                Diagnostics.shared.error(RunFailure(describing: error).message)
                isWritten = false
            }
        }
        return isWritten
    }
}
