import HLSPlaylists

/// Rules for the byte order mark and line endings (RFC 8216bis 4.1).
enum LineEndingRules {
    private static let byteOrderMark = LintRule.error(
        "byte-order-mark",
        LintSource.rfc("4.1"),
        "A playlist does not begin with a byte order mark"
    )
    static let carriageReturn = LintRule.warning(
        "carriage-return",
        LintSource.rfc("4.1"),
        "A carriage return occurs only before a line feed"
    )
    private static let mixed = LintRule.note(
        "line-endings-mixed",
        LintSource.rfc("4.1"),
        "All lines have the same line ending"
    )

    static let check = LintCheck(byteOrderMark, carriageReturn, mixed, body: .playlist(report))

    private static func report(_ playlist: LintedPlaylist, _ report: inout LintReport) {
        let document = playlist.document
        if document.contentStart > 0 {
            report.add(
                byteOrderMark,
                in: playlist.name,
                line: 1,
                "The playlist begins with a byte order mark",
                measured: "3 bytes",
                allowed: "none"
            )
        }
        var firstEnding: LineEnding?
        var isMixed = false
        for line in document.lines {
            if line.content.contains(ASCII.carriageReturn) {
                report.add(
                    carriageReturn,
                    in: playlist.name,
                    line: line.number,
                    "A carriage return is inside a line"
                )
            }
            let ending = document.lineEnding(line.number)
            guard ending != .none, !isMixed else { continue }
            isMixed = ending != firstEnding ?? ending
            firstEnding = firstEnding ?? ending
            guard isMixed else { continue }
            report.add(
                mixed,
                in: playlist.name,
                line: line.number,
                "The line ending differs from those before it"
            )
        }
    }
}
