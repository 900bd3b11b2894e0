import TextFormats

/// A collection of findings, with a limited number for each rule and playlist.
struct LintReport {
    /// The most findings of one rule in one playlist that are listed individually.
    static let maximumFindings = 20

    private struct Key: Hashable {
        let rule: String
        let playlist: String
    }

    private struct Entry {
        var listed: [LintFinding] = []
        var unlistedCount = 0
        var firstUnlistedLine: Int?
    }

    private var entries: [Key: Entry] = [:]

    /// Adds a finding; its texts are created only if it is listed.
    ///
    /// - Parameters:
    ///   - rule: the broken rule.
    ///   - playlist: the name of the playlist.
    ///   - line: the line number, or nil for the whole playlist.
    ///   - message: the fault.
    ///   - measured: the value that was found, with its unit.
    ///   - allowed: the value that the rule allows, with its unit.
    mutating func add(
        _ rule: LintRule,
        in playlist: String,
        line: Int?,
        _ message: @autoclosure () -> String,
        measured: @autoclosure () -> String? = nil,
        allowed: @autoclosure () -> String? = nil
    ) {
        let key = Key(rule: rule.id, playlist: playlist)
        var entry = entries.removeValue(forKey: key) ?? Entry()
        if entry.listed.count < Self.maximumFindings {
            entry.listed.append(
                LintFinding(
                    rule: rule,
                    playlist: playlist,
                    line: line,
                    message: message(),
                    measured: measured(),
                    allowed: allowed()
                )
            )
        } else {
            entry.unlistedCount += 1
            entry.firstUnlistedLine = entry.firstUnlistedLine ?? line
        }
        entries[key] = entry
    }

    /// Returns all findings.
    ///
    /// - Parameter order: the names of the playlists in order.
    /// - Returns: the findings, sorted by playlist, line and rule; those without a line come first.
    func findings(order: [String]) -> [LintFinding] {
        let positions = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let all = entries.values.flatMap { entry in entry.listed + Self.rest(of: entry) }
        return all.enumerated().sorted { left, right in
            let leftKey = (positions[left.element.playlist] ?? order.count, left.element.line ?? 0)
            let rightKey = (positions[right.element.playlist] ?? order.count, right.element.line ?? 0)
            guard leftKey == rightKey else { return leftKey < rightKey }
            guard left.element.rule.id == right.element.rule.id else {
                return left.element.rule.id < right.element.rule.id
            }
            return left.offset < right.offset
        }
        .map(\.element)
    }

    private static func rest(of entry: Entry) -> [LintFinding] {
        guard entry.unlistedCount > 0, let last = entry.listed.last else { return [] }
        return [
            LintFinding(
                rule: last.rule,
                playlist: last.playlist,
                line: entry.firstUnlistedLine,
                message:
                    "The same is wrong in \(CountText.text(entry.unlistedCount, "more location")) from here on",
                measured: "\(maximumFindings + entry.unlistedCount) locations in all",
                allowed: nil
            )
        ]
    }
}
