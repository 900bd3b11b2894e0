import TextFormats

/// A title's row in the table of the report, which opens to its details.
struct TitleRow {
    /// The columns: heading, CSS class of the cells, and whether rows are sorted by a number in `data-sort`.
    ///
    /// Other columns are sorted by the text of their cells.
    static let columns: [(name: String, cell: String, isNumber: Bool)] = [
        ("State", "state", true), ("Content id", "id", false), ("Template", "template", false),
        ("Duration", "duration", true), ("Renditions", "renditions", true), ("Keys", "keys", true),
        ("Size", "size", true), ("Bitrate", "bitrate", true), ("Took", "took", true),
        ("Verified", "verified", false),
    ]

    let title: TitleReport
    /// The position in the table, from 0.
    let index: Int
    /// The maximum number of steps in a bitrate plot.
    let maximumSteps: Int

    /// The HTML of the row.
    var html: String {
        let cells = zip(Self.columns, texts).map { column, text in
            #"<span class="\#(column.cell)"><span class="label">\#(column.name)</span> \#(text)</span>"#
        }
        return
            ##"<details class="title" id="t\##(index)" data-state="\##(title.state.rawValue)" data-sort="\##(sortKeys)">"##
            + "<summary>\(cells.joined())</summary>\n"
            + TitleDetails(title: title, maximumSteps: maximumSteps).html + "</details>\n"
    }

    /// Returns the HTML of a state, with a symbol and a color.
    static func badge(_ state: TitleState) -> String {
        let (sign, color, name) =
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
        return #"<span class="badge \#(color)"><span aria-hidden="true">\#(sign)</span> \#(name)</span>"#
    }

    /// The HTML of the cells, in column order.
    private var texts: [String] {
        let none = "–"
        return [
            Self.badge(title.state)
                + (title.warnings.isEmpty
                    ? ""
                    : #" <span class="flag" title="\#(CountText.text(title.warnings.count, "warning"))">!</span>"#),
            "<bdi>\(MarkupEscaping.escaped(title.contentID))</bdi>",
            title.template.map { "<bdi>\(MarkupEscaping.escaped($0))</bdi>" } ?? none,
            title.duration > 0 ? ReportNumbers.mediaTime(title.duration) : none,
            title.renditions.isEmpty ? none : "\(title.renditions.count)",
            title.keys.isEmpty ? none : "\(title.keys.count)",
            title.output.map { ReportNumbers.size($0.bytes) } ?? none,
            highestBitrate.map(ReportNumbers.bitrate) ?? none,
            ReportNumbers.elapsed(title.seconds),
            verified,
        ]
    }

    /// The highest average bitrate of a rendition, in bits per second.
    private var highestBitrate: Int? { title.renditions.compactMap(\.averageBitrate).max() }

    private var verified: String {
        switch title.verification {
        case .some(let verification) where verification.holds: #"<span class="good-text">holds</span>"#
        case .some: #"<span class="bad-text">does not hold</span>"#
        case nil: "–"
        }
    }

    /// The numbers that numeric columns are sorted by, in column order, separated by spaces.
    private var sortKeys: String {
        let rank = TitleState.allCases.firstIndex(of: title.state) ?? 0
        let numbers: [Double] = [
            Double(title.state.needsAttention ? rank : rank + 100), title.duration,
            Double(title.renditions.count),
            Double(title.keys.count), Double(title.output?.bytes ?? 0), Double(highestBitrate ?? 0),
            title.seconds,
        ]
        return numbers.map { $0 == $0.rounded() && abs($0) < 1e15 ? "\(Int($0))" : "\($0)" }
            .joined(separator: " ")
    }
}
