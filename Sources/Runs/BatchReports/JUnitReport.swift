/// Writes a batch report as JUnit XML for continuous integration systems, with a test case per title.
///
/// Titles that failed, in processing or verification, are failures; interrupted ones are errors, and titles
/// that were not begun are skipped. Titles that were already current pass.
package struct JUnitReport<Titles: Collection<TitleReport>> {
    private let overview: BatchOverview
    private let titles: Titles

    /// Creates the report of a run; titles may be loaded lazily, as they are written.
    package init(_ overview: BatchOverview, titles: Titles) {
        (self.overview, self.titles) = (overview, titles)
    }

    /// Writes the report in pieces.
    ///
    /// - Parameter sink: called with the pieces in order.
    /// - Throws: an error of `sink`.
    package func write<Failure>(to sink: (String) throws(Failure) -> Void) throws(Failure) {
        let suite = MarkupEscaping.escaped(overview.manifest.path)
        let counts = counts()
        try sink(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="fairlead batch" \(counts)>
            <testsuite name="\(suite)" \(counts) timestamp="\(overview.startedAt)">

            """
        )
        for title in titles { try sink(testCase(title, suite)) }
        try sink("</testsuite>\n</testsuites>\n")
    }

    private func counts() -> String {
        let summary = overview.summary
        return #"tests="\#(summary.titles)" failures="\#(summary.failed + summary.doesNotHold)" "#
            + #"errors="\#(summary.interrupted)" skipped="\#(summary.notRun)" time="\#(overview.seconds)""#
    }

    private func testCase(_ title: TitleReport, _ suite: String) -> String {
        let name = MarkupEscaping.escaped(title.contentID)
        let start = #"<testcase name="\#(name)" classname="\#(suite)" time="\#(title.seconds)""#
        let parts = [outcome(of: title), output(of: title)].compactMap(\.self)
        return parts.isEmpty ? start + "/>\n" : start + ">\n" + parts.joined() + "</testcase>\n"
    }

    private func outcome(of title: TitleReport) -> String? {
        switch title.state {
        case .published, .unchanged, .replaced, .minted, .current, .holds: nil
        case .waiting: #"<skipped message="not begun"/>\#n"#
        case .failed, .doesNotHold: problemElement("failure", of: title)
        case .interrupted: problemElement("error", of: title)
        }
    }

    private func problemElement(_ element: String, of title: TitleReport) -> String {
        let findings = title.verification?.findings ?? []
        let message = title.error ?? findings.first ?? title.state.rawValue
        let statusLine = "\(overview.manifest.path):\(title.line): exit status \(title.status)"
        let lines = [statusLine, title.error].compactMap(\.self) + findings
        return "<\(element) message=\"\(MarkupEscaping.escaped(message))\" type=\"\(title.state.rawValue)\">"
            + lines.map(MarkupEscaping.escaped).joined(separator: "\n") + "</\(element)>\n"
    }

    private func output(of title: TitleReport) -> String? {
        guard !title.warnings.isEmpty else { return nil }
        let lines = title.warnings.map { MarkupEscaping.escaped("warning: " + $0) }
        return "<system-out>" + lines.joined(separator: "\n") + "</system-out>\n"
    }
}
