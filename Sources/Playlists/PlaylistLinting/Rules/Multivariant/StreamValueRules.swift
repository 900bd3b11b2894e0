import HLSPlaylists

/// Rules for values of single attributes of variants (RFC 8216bis 4.4.6.2).
enum StreamValueRules {
    private static let score = LintRule.error(
        "score",
        LintSource.rfc("4.4.6.2"),
        "SCORE is greater than 0"
    )
    private static let layout = LintRule.error(
        "video-layout",
        LintSource.rfc("4.4.6.2"),
        "REQ-VIDEO-LAYOUT is a list of entries separated by commas, none of which is empty"
    )

    static let check = LintCheck(
        score,
        layout,
        body: .multivariant { multivariant, report in
            for stream in multivariant.streams {
                let information = stream.information
                if let value = information.score, value <= 0 {
                    let message = "SCORE is not positive"
                    report.add(score, in: multivariant.name, line: stream.line, message, measured: "0")
                }
                guard let text = information.requiredVideoLayout, hasEmptyEntry(text) else { continue }
                report.add(
                    layout,
                    in: multivariant.name,
                    line: stream.line,
                    "REQ-VIDEO-LAYOUT has an empty entry",
                    measured: Excerpt(text.utf8).description,
                    allowed: "entries such as CH-STEREO"
                )
            }
        }
    )

    private static func hasEmptyEntry(_ text: String) -> Bool {
        text.utf8.split(separator: ASCII.comma, omittingEmptySubsequences: false).contains { $0.isEmpty }
    }
}
