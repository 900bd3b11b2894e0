package import Rewriting
import TextFormats

/// The human-readable report of `rewrite`.
package enum RewriteText {
    package static func text(of report: RewriteReport) -> String {
        let hasQueries = report.playlists.contains { $0.queriedURIs > 0 }
        let head =
            ["PLAYLIST", "KEY LINES", "SESSION KEYS", "RE-BASED"] + (hasQueries ? ["QUERIES"] : [])
            + ["SEGMENTS", "CUT", ""]
        let rows = report.playlists.map { line in
            [line.playlist, counts(line.keyLines), counts(line.sessionKeys), "\(line.rebasedURIs)"]
                + (hasQueries ? ["\(line.queriedURIs)"] : [])
                + ["\(line.keptSegments)", "\(line.droppedSegments)", line.isChanged ? "changed" : ""]
        }
        var text = TextTable.text([head] + rows) + "\n" + removals(of: report)
        if !report.keys.isEmpty {
            var keys = TextTable("KEY", "SYSTEM", "URI")
            for line in report.keys {
                keys.add(line.keyID ?? "(not looked up)", line.system, line.uri)
            }
            text += keys.text + "\n"
        }
        return text + summary(of: report) + "\n"
    }

    /// Returns lines about removed variants, renditions and tags, and about playlists that nothing refers to
    /// any longer.
    private static func removals(of report: RewriteReport) -> String {
        let counts = [
            ("variant", report.playlists.reduce(0) { $0 + $1.droppedVariants }),
            ("rendition", report.playlists.reduce(0) { $0 + $1.droppedRenditions }),
            ("tag", report.playlists.reduce(0) { $0 + $1.removedTags }),
        ]
        let removed = counts.filter { $0.1 > 0 }.map { CountText.text($0.1, $0.0) }
        let lines =
            (removed.isEmpty ? [] : ["removed: " + removed.joined(separator: ", ")])
            + report.unreferenced.map { "no longer named, and not written: \($0)" }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns counts of replaced, added and removed lines, such as `=2 +1 -3`.
    private static func counts(_ counts: RewriteReport.LineCounts) -> String {
        let parts = [("=", counts.replaced), ("+", counts.added), ("-", counts.removed)]
        let shown = parts.filter { $0.1 > 0 }.map { "\($0)\($1)" }
        return shown.isEmpty ? "0" : shown.joined(separator: " ")
    }

    private static func summary(of report: RewriteReport) -> String {
        let changed = report.playlists.count(where: \.isChanged)
        let size = "\(changed) of \(report.playlists.count) playlists changed"
        return switch report.outcome {
        case "unchanged": "\(report.output): exists already, identical (\(size))"
        case "replaced": "\(report.output): replaced (\(size))"
        case "dry-run": "\(report.output): would be published (\(size)); nothing was written"
        default: "\(report.output): published (\(size))"
        }
    }
}
