import TextFormats

/// The list at the top of the report of all failures, and of the warnings with the titles that have them.
struct ReportIssueList {
    /// The maximum number of items shown without opening `details`, and of failures listed.
    ///
    /// Further failures are only counted.
    private static let (openLimit, failureLimit) = (8, 500)
    /// The maximum number of warnings listed; further ones are only mentioned.
    private static let warningLimit = 200
    /// The maximum number of titles listed for a warning; further ones are only counted.
    private static let titleLimit = 12
    /// The maximum number of verification findings listed for a title; further ones are only counted.
    private static let findingLimit = 3

    /// A link to a title's row.
    private struct Link {
        let index: Int
        let contentID: String

        var html: String {
            ##"<a href="#t\##(index)"><bdi>\##(MarkupEscaping.escaped(contentID))</bdi></a>"##
        }
    }

    private struct Warning {
        var titles: [Link] = []
        var count = 0
    }

    private var failures: [String] = []
    private var failureCount = 0
    private var warnings: [String: Warning] = [:]
    private var warningOrder: [String] = []
    private var hasMoreWarnings = false

    /// Collects the failures and warnings of the titles.
    init(_ overview: BatchOverview, _ titles: some Sequence<TitleReport>) {
        for (index, title) in titles.enumerated() {
            let link = Link(index: index, contentID: title.contentID)
            if title.state.needsAttention { add(title, link, manifest: overview.manifest.path) }
            for warning in title.warnings { add(warning, link) }
        }
    }

    private mutating func add(_ title: TitleReport, _ link: Link, manifest: String) {
        failureCount += 1
        guard failureCount <= Self.failureLimit else { return }
        let findings = title.verification?.findings ?? []
        let messages = [title.error].compactMap(\.self) + findings.prefix(Self.findingLimit)
        let rest = findings.count - Self.findingLimit
        let more = rest > 0 ? #"<p class="muted">and \#(CountText.text(rest, "more finding"))</p>"# : ""
        failures.append(
            #"<li><p class="muted place">\#(MarkupEscaping.escaped(manifest)):\#(title.line), exit status \#(title.status)</p>"#
                + "\(TitleRow.badge(title.state)) \(link.html)"
                + messages.map { #"<p class="message">\#(MarkupEscaping.escaped($0))</p>"# }.joined() + more
                + "</li>\n"
        )
    }

    private mutating func add(_ warning: String, _ link: Link) {
        if warnings[warning] == nil {
            guard warningOrder.count < Self.warningLimit else {
                hasMoreWarnings = true
                return
            }
            warningOrder.append(warning)
        }
        warnings[warning, default: Warning()].count += 1
        if warnings[warning, default: Warning()].titles.count < Self.titleLimit {
            warnings[warning, default: Warning()].titles.append(link)
        }
    }

    /// The HTML of the section.
    var html: String {
        if failureCount == 0, warnings.isEmpty {
            return #"<section class="troubles"><p class="calm">No failures, no warnings.</p></section>"#
                + "\n"
        }
        return "<section class=\"troubles\">\n" + failureText + warningText + "</section>\n"
    }

    private var failureText: String {
        guard failureCount > 0 else { return "" }
        let rest = failureCount - failures.count
        let more = rest > 0 ? "<p class=\"muted\">The table below has \(rest) more.</p>\n" : ""
        return "<h2>Failures <span class=\"count\">\(failureCount)</span></h2>\n"
            + Self.list("failures", failures, limit: Self.openLimit) + more
    }

    /// Returns a list; items beyond the limit are inside a `details` element.
    private static func list(_ kind: String, _ items: [String], limit: Int) -> String {
        let list = { (items: ArraySlice<String>) in "<ul class=\"\(kind)\">\n\(items.joined())</ul>\n" }
        guard items.count > limit else { return list(items[...]) }
        return list(items[..<limit])
            + "<details class=\"more\"><summary>\(items.count - limit) more</summary>\n"
            + list(items[limit...]) + "</details>\n"
    }

    private var warningText: String {
        guard !warnings.isEmpty else { return "" }
        let more = hasMoreWarnings ? "<p class=\"muted\">The titles below have more.</p>\n" : ""
        return "<h2>Warnings <span class=\"count\">\(warningOrder.count)</span></h2>\n"
            + Self.list("warnings", warningOrder.map(item), limit: Self.openLimit) + more
    }

    private func item(_ text: String) -> String {
        let warning = warnings[text, default: Warning()]
        let rest = warning.count - warning.titles.count
        return #"<li><p class="message">\#(MarkupEscaping.escaped(text))</p><p class="titles-of">"#
            + warning.titles.map(\.html).joined(separator: ", ")
            + (rest > 0 ? " and \(CountText.text(rest, "more title"))" : "") + "</p></li>\n"
    }
}
