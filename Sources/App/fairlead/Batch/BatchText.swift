import Batch
import BatchReports
import Failures
import ReportTexts
import TextFormats

/// The human-readable report of `batch`, and its exit status.
enum BatchText {
    static func text(of report: BatchReport) -> String {
        let problemTitles = report.titles.filter(\.state.needsAttention)
        var table = TextTable("LINE", "CONTENT ID", "STATE", "STATUS", "WHY")
        for title in problemTitles {
            table.add(
                "\(title.line)",
                title.contentID.printableMessage,
                title.state.rawValue,
                "\(title.status)",
                (title.error ?? "").printableMessage
            )
        }
        return (problemTitles.isEmpty ? "" : table.text + "\n") + summary(of: report) + "\n"
    }

    /// Returns the exit status of the batch.
    ///
    /// It is 75 if a title was interrupted, or was not started although the run is no dry run. Otherwise
    /// `--check` gives 0 if all results hold, else 69. Other modes give 75 if a title ended with 75, else the
    /// status of the first failed title.
    static func status(of report: BatchReport, mode: BatchOptions.Mode) -> Int32 {
        let unavailable = FailureClass.unavailable.exitStatus
        let isUnfinished = report.titles.contains { title in
            title.state == .interrupted || title.state == .waiting && mode != .dryRun
        }
        if isUnfinished { return unavailable }
        guard mode != .check else {
            return report.titles.allSatisfy { $0.state == .holds } ? 0 : FailureClass.verificationFailedStatus
        }
        let statuses = report.titles.map(\.status)
        return statuses.contains(unavailable) ? unavailable : statuses.first { $0 != 0 } ?? 0
    }

    /// Returns the number of titles for each outcome, except outcomes without titles.
    static func counts(_ summary: BatchSummary) -> [String] {
        [
            (summary.published, "published"), (summary.unchanged, "unchanged"),
            (summary.replaced, "replaced"), (summary.minted, "with new keys"), (summary.skipped, "current"),
            (summary.holds, "hold"),
            (summary.doesNotHold, "do not hold"), (summary.failed, "failed"),
            (summary.interrupted, "interrupted"), (summary.notRun, "not run"),
        ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    }

    private static func summary(of report: BatchReport) -> String {
        let overview = report.overview
        let seconds = (overview.seconds * 10).rounded() / 10
        return CountText.text(report.titles.count, "title") + ": "
            + counts(overview.summary).joined(separator: ", ")
            + "; \(ByteCount.text(overview.summary.bytes)) in \(seconds) s"
    }
}
