import HLSPlaylists
import TextFormats

/// Rules for `EXT-X-PRELOAD-HINT`, `EXT-X-RENDITION-REPORT` and `EXT-X-SKIP` (RFC 8216bis 4.4.5.2 to
/// 4.4.5.4).
enum HintRules {
    private static let hintTwice = LintRule.warning(
        "preload-hint-repeated",
        LintSource.rfc("6.2.6"),
        "There is only one EXT-X-PRELOAD-HINT of each TYPE"
    )
    private static let hintAtEnd = LintRule.error(
        "preload-hint-at-end",
        LintSource.rfc("4.4.5.3"),
        "A playlist that has ended gives no hints"
    )
    private static let reportURI = LintRule.error(
        "rendition-report-uri",
        LintSource.rfc("4.4.5.4"),
        "The URI of EXT-X-RENDITION-REPORT is relative to its playlist"
    )
    private static let skip = LintRule.note(
        "skip",
        LintSource.rfc("4.4.5.2"),
        "The playlist is not a delta update"
    )

    static let check = LintCheck(hintTwice, hintAtEnd, reportURI, skip, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let lintedPlaylist = media.lintedPlaylist
        var linesByType: [PreloadHint.Resource: Int] = [:]
        for hint in media.playlist.preloadHints {
            if media.playlist.hasEndList {
                report.add(
                    hintAtEnd,
                    in: lintedPlaylist.name,
                    line: hint.line,
                    "A playlist that has ended has a preload hint"
                )
            }
            if let firstLine = linesByType.updateValue(hint.line, forKey: hint.type) {
                let message = "A hint of the same TYPE is on line \(firstLine) already"
                report.add(hintTwice, in: lintedPlaylist.name, line: hint.line, message)
            }
        }
        for renditionReport in media.playlist.renditionReports where isAbsolute(renditionReport.uri) {
            report.add(
                reportURI,
                in: lintedPlaylist.name,
                line: renditionReport.line,
                "The URI of a report is absolute",
                measured: "an absolute URI",
                allowed: "a relative one"
            )
        }
        if let delta = media.playlist.skip {
            report.add(
                skip,
                in: lintedPlaylist.name,
                line: delta.line,
                "This is a delta update, and rules about the whole playlist do not see all of it",
                measured: "\(CountText.text(delta.skippedSegments, "segment")) skipped"
            )
        }
    }

    /// Returns whether a URI begins with a scheme (RFC 3986 3.1).
    private static func isAbsolute(_ uri: String) -> Bool {
        let scheme = uri.utf8.prefix {
            ASCII.isNameCharacter($0) || $0 == ASCII.point || $0 == UInt8(ascii: "+")
        }
        return !scheme.isEmpty && uri.utf8.dropFirst(scheme.count).first == ASCII.colon
    }
}
