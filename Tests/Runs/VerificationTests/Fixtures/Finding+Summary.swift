@testable import Inspection
@testable import Verification

/// One-line summaries of findings: `RULE PLAYLIST:LINE FILE@OFFSET`; for a warning, `(warning)` comes first.
extension Finding {
    var summary: String {
        let location = playlist + (line.map { ":\($0)" } ?? "")
        let bytes = (file ?? "") + (offset.map { "@\($0)" } ?? "")
        let parts = [severity == .warning ? "(warning)" : "", rule.rawValue, location, bytes]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension VerificationReport {
    /// The report without findings about differences from published trees and about unknown trees.
    var withoutChanges: VerificationReport {
        let left = findings.filter {
            ![.playlistChanged, .fileChanged].contains($0.rule) && !$0.message.contains("what was published")
        }
        let faulty = Set(left.filter(\.isError).map(\.playlist))
        return VerificationReport(
            playlist: playlist,
            source: source,
            holds: faulty.isEmpty,
            renditions: renditions.map { line in
                var line = line
                line.holds = !faulty.contains(line.playlist)
                return line
            },
            findings: left
        )
    }

    /// The summaries without warnings of the linter, which the samples cause, and which other tests cover.
    var summaries: [String] {
        findings.filter { $0.source == nil || $0.severity == .error || $0.message.contains("the source") }
            .map(\.summary)
    }
}
