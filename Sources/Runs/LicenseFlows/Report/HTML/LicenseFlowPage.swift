import BatchReports

/// The HTML report of `rehearse`: one self-contained file without network access, fonts or scripts.
///
/// It uses the style sheet of the batch report. All input is escaped as text.
package struct LicenseFlowPage {
    private let report: LicenseFlowReport

    /// Creates the page of a report.
    package init(_ report: LicenseFlowReport) {
        self.report = report
    }

    /// Writes the page in pieces.
    ///
    /// - Parameter sink: receives the pieces in order.
    /// - Throws: the errors of `sink`.
    package func write<Failure>(to sink: (String) throws(Failure) -> Void) throws(Failure) {
        let title = "License rehearsal: \(PageText.escaped(name))"
        try sink(PageHead.html(title: title, moreStyle: FlowStyle.text))
        try sink(header)
        try sink("<main>\n" + (report.captured.map { CapturedRequestSection(request: $0).html } ?? ""))
        for (index, flow) in report.flows.enumerated() {
            try sink(FlowSection(flow: flow, index: index, isCaptured: report.playlist == nil).html)
        }
        try sink(remarks + "</main>\n</body>\n</html>\n")
    }

    /// The name of the playlist or of the captured file.
    private var name: String { report.playlist ?? report.captured?.file ?? "captured SPC" }

    // MARK: The top

    private var header: String {
        """
        <header>
        <h1>License rehearsal \(StepBadge.html(holds: report.holds))</h1>
        <p class="run">\(run)</p>
        <dl class="totals">\(totals)</dl>
        </header>

        """
    }

    /// The inputs of the run and the device key function, as HTML.
    private var run: String {
        let parts = [
            "<strong>\(PageText.name(name))</strong>",
            report.source.map { "compared with \(PageText.name($0))" },
            report.export.map { "keys from \(PageText.name($0.summary))" },
            report.deviceKeyFunction.map {
                "<strong class=\"function\">device key function: \(PageText.name($0))</strong>"
            },
        ]
        return parts.compactMap { $0.map { "<span>\($0)</span>" } }.joined(separator: "\n")
    }

    private var totals: String {
        let steps = report.flows.flatMap(\.steps)
        let count = { (outcome: StepReport.Outcome) in steps.count { $0.outcome == outcome } }
        let numbers = [
            ("Steps that hold", count(.holds), "good"), ("Steps that fail", count(.fails), "bad"),
            ("Steps skipped", count(.skipped), "neutral"), ("Errors", report.errorCount, "bad"),
            ("Warnings", report.warningCount, "warning"),
        ]
        return numbers.map { name, value, color in
            #"<div class="total \#(value > 0 ? color : "none")"><dt>\#(name)</dt><dd>\#(value)</dd></div>"#
        }.joined()
    }

    // MARK: The end

    private var remarks: String {
        guard !report.remarks.isEmpty else { return "" }
        let items = report.remarks.map { #"<li class="message">\#(PageText.escaped($0))</li>"# }
        return "<section aria-label=\"Remarks\">\n<h2>Remarks</h2>\n"
            + "<div class=\"note neutral remarks\"><ul>\(items.joined())</ul></div>\n</section>\n"
    }
}

/// The HTML section of a captured request: its values and TLLVs.
struct CapturedRequestSection {
    let request: CapturedRequest

    var html: String {
        let fields = request.fields.map {
            "<dt>\(PageText.escaped($0.name))</dt><dd>\(PageText.name($0.value))</dd>"
        }
        let unproven =
            request.isUnproven
            ? """
            <div class="note warning"><p class="message">No public test vector covers this version of SPC, so the values \
            below may be read wrongly.</p></div>

            """
            : ""
        return """
            <section class="captured" aria-label="Captured request">
            <h2>Captured request</h2>
            <p class="muted">\(PageText.name(request.file)), given as \(PageText.escaped(request.form)).</p>
            \(unproven)<dl class="facts">\(fields.joined())</dl>
            <h3>Blocks <span class="count">\(request.blocks.count)</span></h3>
            \(BlockList(blocks: request.blocks).html)
            </section>

            """
    }
}
