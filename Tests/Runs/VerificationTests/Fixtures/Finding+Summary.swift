@testable import Inspection
@testable import Verification

/// What scripts take of a finding, in one line: `RULE PLAYLIST:LINE FILE@OFFSET`; a warning begins with `(warning)`.
extension Finding {
    var summary: String {
        let place = playlist + (line.map { ":\($0)" } ?? "")
        let bytes = (file ?? "") + (offset.map { "@\($0)" } ?? "")
        let words = [severity == .warning ? "(warning)" : "", rule.rawValue, place, bytes]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension VerificationReport {
    /// Without what says that something is not as it was published, or that nobody knows.
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

    /// Without the warnings of the linter, which has tests of its own: samples are not what Apple asks for in all.
    var summaries: [String] {
        findings.filter { $0.source == nil || $0.severity == .error || $0.message.contains("the source") }
            .map(\.summary)
    }
}
