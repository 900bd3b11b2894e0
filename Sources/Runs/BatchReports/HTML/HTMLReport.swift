/// Writes a batch report as one self-contained HTML page that loads nothing, not even fonts.
///
/// JavaScript is used only for sorting, filtering and opening details. Titles are written one by one, so that
/// their text is never in memory as a whole.
package struct HTMLReport<Titles: Collection<TitleReport>> {
    private let overview: BatchOverview
    private let titles: Titles

    /// Creates the report of a run; titles may be loaded lazily, as they are written.
    package init(_ overview: BatchOverview, titles: Titles) {
        (self.overview, self.titles) = (overview, titles)
    }

    /// Writes the page in pieces, and iterates over the titles twice.
    ///
    /// - Parameter sink: called with the pieces in order.
    /// - Throws: an error of `sink`.
    package func write<Failure>(to sink: (String) throws(Failure) -> Void) throws(Failure) {
        let name = MarkupEscaping.escaped(overview.manifest.path)
        try sink(PageHead.html(title: "Batch report: \(name)", script: PageScript.text))
        try sink(ReportTotals(overview).html)
        try sink("<main>\n" + ReportIssueList(overview, titles).html)
        try sink(Self.tableStart)
        let maximumSteps = Self.maximumSteps(titles.count)
        for (index, title) in titles.enumerated() {
            try sink(TitleRow(title: title, index: index, maximumSteps: maximumSteps).html)
        }
        let end = "<p id=\"nothing\" class=\"calm\" hidden>No title matches.</p>\n</section>\n</main>\n"
        try sink("</div>\n\(end)<script>\(PageScript.text)</script>\n</body>\n</html>\n")
    }

    /// Returns the maximum number of steps in a plot; fewer for many titles, to keep the page small.
    private static func maximumSteps(_ titles: Int) -> Int { titles <= 500 ? 400 : titles <= 3000 ? 160 : 80 }

    /// The HTML between the lists of failures and warnings and the first title.
    private static var tableStart: String {
        let heads = TitleRow.columns.map { column in
            let kind = column.isNumber ? " data-number" : ""
            return
                #"<span class="\#(column.cell)" data-cell="\#(column.cell)"\#(kind)>\#(column.name)</span>"#
        }
        return """
            <section class="table" aria-label="Titles">
            <h2>Titles</h2>
            <div id="controls" hidden>
            <label>Filter <input id="filter" type="search" placeholder="content id, template, message" autocomplete="off"></label>
            <label>State <select id="state"><option value="">all</option></select></label>
            <label class="narrow">Sort <select id="sort"></select></label>
            <span id="shown" role="status"></span>
            </div>
            <div id="heads" class="heads">\(heads.joined())</div>
            <div id="titles">

            """
    }
}
