import TextFormats

/// The header of the report: the run's parameters and totals.
struct ReportTotals {
    private let overview: BatchOverview
    private var summary: BatchSummary { overview.summary }

    init(_ overview: BatchOverview) {
        self.overview = overview
    }

    /// The HTML of the header.
    var html: String {
        let numbers = totals.map { name, value, color in
            #"<div class="total \#(color)"><dt>\#(name)</dt><dd>\#(value)</dd></div>"#
        }
        return """
            <header>
            <h1>Batch report</h1>
            <p class="run">\(parameters)</p>
            <dl class="totals">\(numbers.joined())</dl>
            \(proportions)</header>

            """
    }

    /// The parameters of the run, as HTML.
    private var parameters: String {
        let shard = overview.shard.map { "shard \($0.index) of \($0.count)" }
        let parts = [
            "<strong><bdi>\(MarkupEscaping.escaped(overview.manifest.path))</bdi></strong>",
            CountText.text(overview.manifest.titles, "title") + (shard.map { ", " + $0 } ?? ""),
            #"<time datetime="\#(overview.startedAt)">\#(startTime)</time>"#,
            CountText.text(overview.workers, "worker"),
            "fairlead " + MarkupEscaping.escaped(overview.toolVersion),
            #"<span class="digest">SHA-256 of the manifest \#(MarkupEscaping.escaped(overview.manifest.sha256))</span>"#,
        ]
        return parts.map { "<span>\($0)</span>" }.joined(separator: "\n")
    }

    private var startTime: String {
        "\(overview.startedAt)".replacing("T", with: " ").replacing("Z", with: " UTC")
    }

    /// Name, value and color of each total; zero counts are included for the main states only.
    private var totals: [(String, String, String)] {
        let processedCount =
            summary.published + summary.replaced + summary.unchanged + summary.minted + summary.skipped
        let isCheck = processedCount == 0 && summary.holds + summary.doesNotHold > 0
        let alwaysShown: Set = isCheck ? ["Hold", "Do not hold"] : ["Published", "Skipped", "Failed"]
        let counts = states.filter { $0.count > 0 || alwaysShown.contains($0.name) }.map { state in
            (state.name, "\(state.count)", state.count > 0 ? state.color : "none")
        }
        let warnings =
            summary.withWarnings > 0 ? [("With warnings", "\(summary.withWarnings)", "warning")] : []
        let rest = [
            ("Size", ReportNumbers.size(summary.bytes), ""),
            ("Time", ReportNumbers.elapsed(overview.seconds), ""),
        ]
        return counts + warnings + rest
    }

    private var states: [(name: String, count: Int, color: String)] {
        [
            ("Published", summary.published, "good"), ("Replaced", summary.replaced, "good"),
            ("Keys minted", summary.minted, "good"),
            ("Unchanged", summary.unchanged, "neutral"), ("Skipped", summary.skipped, "neutral"),
            ("Hold", summary.holds, "good"), ("Do not hold", summary.doesNotHold, "bad"),
            ("Failed", summary.failed, "bad"), ("Interrupted", summary.interrupted, "warning"),
            ("Not run", summary.notRun, "neutral"),
        ]
    }

    /// A bar with one part per state, as SVG.
    private var proportions: String {
        guard summary.titles > 0 else { return "" }
        var start = 0
        var parts = ""
        for state in states where state.count > 0 {
            let x = percent(start)
            start += state.count
            parts +=
                #"<rect class="\#(state.color)" x="\#(x)%" width="\#(percent(start) - x)%" height="8">"#
                + "<title>\(state.name): \(state.count)</title></rect>"
        }
        return
            #"<svg class="proportions" width="100%" height="8" role="img" aria-label="titles by state">\#(parts)</svg>"#
            + "\n"
    }

    private func percent(_ count: Int) -> Double {
        (Double(count) / Double(summary.titles) * 10_000).rounded() / 100
    }
}
