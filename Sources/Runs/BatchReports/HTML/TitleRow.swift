import TextFormats

/// A title in the table of the report: a line that opens to its details.
struct TitleRow {
    /// The columns: what their heads say, the class of their cells, and the place of their numbers among those that
    /// they are sorted by (none where the text is what is sorted).
    static let columns: [(name: String, cell: String, isNumber: Bool)] = [
        ("State", "state", true), ("Content id", "id", false), ("Template", "template", false),
        ("Duration", "duration", true), ("Renditions", "renditions", true), ("Keys", "keys", true),
        ("Size", "size", true), ("Bitrate", "bitrate", true), ("Took", "took", true),
        ("Verified", "verified", false),
    ]

    let title: TitleReport
    /// Its place in the table.
    let place: Int
    /// The most steps of a plot.
    let maximumSteps: Int

    /// The row.
    var html: String {
        let cells = zip(Self.columns, texts).map { column, text in
            #"<span class="\#(column.cell)"><span class="label">\#(column.name)</span> \#(text)</span>"#
        }
        return
            ##"<details class="title" id="t\##(place)" data-state="\##(title.state.rawValue)" data-sort="\##(numbers)">"##
            + "<summary>\(cells.joined())</summary>\n"
            + TitleDetails(title: title, maximumSteps: maximumSteps).html + "</details>\n"
    }

    /// A state, with a sign and in colour.
    static func badge(_ state: TitleState) -> String {
        let (sign, colour, name) =
            switch state {
            case .published: ("✓", "good", "published")
            case .unchanged: ("=", "neutral", "unchanged")
            case .replaced: ("↻", "good", "replaced")
            case .minted: ("⚿", "good", "keys minted")
            case .current: ("»", "neutral", "skipped")
            case .failed: ("✗", "bad", "failed")
            case .interrupted: ("◐", "warning", "interrupted")
            case .waiting: ("·", "neutral", "not run")
            case .holds: ("✓", "good", "holds")
            case .doesNotHold: ("✗", "bad", "does not hold")
            }
        return #"<span class="badge \#(colour)"><span aria-hidden="true">\#(sign)</span> \#(name)</span>"#
    }

    /// What the cells show, in the order of the columns.
    private var texts: [String] {
        let none = "–"
        return [
            Self.badge(title.state)
                + (title.warnings.isEmpty
                    ? ""
                    : #" <span class="flag" title="\#(CountText.text(title.warnings.count, "warning"))">!</span>"#),
            "<bdi>\(MarkupText.escaped(title.contentID))</bdi>",
            title.template.map { "<bdi>\(MarkupText.escaped($0))</bdi>" } ?? none,
            title.duration > 0 ? ReportNumbers.clock(title.duration) : none,
            title.renditions.isEmpty ? none : "\(title.renditions.count)",
            title.keys.isEmpty ? none : "\(title.keys.count)",
            title.output.map { ReportNumbers.size($0.bytes) } ?? none,
            heaviest.map(ReportNumbers.bitrate) ?? none,
            ReportNumbers.elapsed(title.seconds),
            verified,
        ]
    }

    /// The average bitrate of the heaviest rendition.
    private var heaviest: Int? { title.renditions.compactMap(\.averageBitrate).max() }

    private var verified: String {
        switch title.verification {
        case .some(let verification) where verification.holds: #"<span class="good-text">holds</span>"#
        case .some: #"<span class="bad-text">does not hold</span>"#
        case nil: "–"
        }
    }

    /// What columns of numbers are sorted by, in the order of the columns.
    private var numbers: String {
        let rank = TitleState.allCases.firstIndex(of: title.state) ?? 0
        let numbers: [Double] = [
            Double(title.state.isTrouble ? rank : rank + 100), title.duration, Double(title.renditions.count),
            Double(title.keys.count), Double(title.output?.bytes ?? 0), Double(heaviest ?? 0), title.seconds,
        ]
        return numbers.map { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int($0))" : "\($0)" }
            .joined(separator: " ")
    }
}
