import Batch
import BatchReports
import CommandLineParts
import ReportTexts
import TextFormats

/// The report of `batch` on standard output.
enum BatchText {
    /// Writes the titles that need attention and the summary, or all titles as JSON.
    static func write(_ overview: BatchOverview, _ outcome: BatchOutcome, as format: OutputFormat) throws {
        guard format == .text else {
            try JSONReport(overview, titles: outcome.reports).write { try StandardOutput.write($0) }
            return try outcome.requireWhole()
        }
        var table = PagedTable(header: ["LINE", "CONTENT ID", "STATE", "STATUS", "WHY"])
        var hasProblems = false
        for title in outcome.reports where title.state.needsAttention {
            hasProblems = true
            try table.add([
                "\(title.line)", title.contentID.printableMessage, title.state.rawValue, "\(title.status)",
                (title.error ?? "").printableMessage,
            ])
        }
        if hasProblems {
            try table.flush()
            try StandardOutput.write("\n")
        }
        try StandardOutput.write(summary(of: overview) + "\n")
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

    private static func summary(of overview: BatchOverview) -> String {
        let seconds = (overview.seconds * 10).rounded() / 10
        let counts = counts(overview.summary).joined(separator: ", ")
        return CountText.text(overview.summary.titles, "title") + (counts.isEmpty ? "" : ": ") + counts
            + "; \(ByteCount.text(overview.summary.bytes)) in \(seconds) s"
    }
}
