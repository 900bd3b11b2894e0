import ArgumentParser
import BatchReports
import CommandLineParts

/// The reports of a batch.
struct BatchReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write a JSON report of the run, also of one that failed.", valueName: "file"))
    var report: String?

    @Option(
        name: .customLong("html"),
        help: ArgumentHelp("Write a page for people, which needs no network.", valueName: "file")
    )
    var page: String?

    @Option(
        name: .customLong("junit"),
        help: ArgumentHelp("Write the titles as test cases of JUnit XML.", valueName: "file")
    )
    var testCases: String?

    /// The files, with the options that name them.
    var files: [(option: String, path: String)] {
        [("--report", report), ("--html", page), ("--junit", testCases)]
            .compactMap { option, path in path.map { (option, $0) } }
    }

    /// Whether anybody wants to know of renditions.
    var describeRenditions: Bool { report != nil || page != nil }

    /// Refuses files that are there and are no reports, and two reports in one file.
    func checkPaths(beside keyStore: KeyStoreOptions, over manifest: String) throws {
        try PathCheck.refuseEqual(files)
        for (option, path) in files {
            try PathCheck.refuseReport(path, of: option, beside: keyStore)
            try PathCheck.refuseReport(path, of: option, over: [manifest])
        }
    }

    /// Refuses files whose directories are not there.
    func requireFolders() throws {
        for (option, path) in files { try PathCheck.requireFolder(of: path, option) }
    }

    /// Writes them; what cannot be written is said, and costs no other report.
    ///
    /// - Returns: whether all were written.
    func write(_ batch: BatchReport) -> Bool {
        let writers: [(path: String?, write: ((String) throws -> Void) throws -> Void)] = [
            (report, { try JSONReport(batch.overview, titles: batch.titles).write(to: $0) }),
            (page, { try HTMLReport(batch.overview, titles: batch.titles).write(to: $0) }),
            (testCases, { try JUnitReport(batch.overview, titles: batch.titles).write(to: $0) }),
        ]
        var isWritten = true
        for (path, write) in writers {
            guard let path else { continue }
            do {
                try ReportFile(path).write(write)
            } catch {
                Diagnostics.shared.error(CommandFailure(error).message)
                isWritten = false
            }
        }
        return isWritten
    }
}
