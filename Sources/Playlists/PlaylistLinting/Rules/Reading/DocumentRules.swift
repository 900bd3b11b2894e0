import HLSPlaylists

/// Rules for bytes that are not a playlist at all (RFC 8216bis 4.1).
enum DocumentRules {
    private static let size = LintRule.error(
        "document-size",
        LintSource.rfc("4.1"),
        "A playlist is at most \(PlaylistDocument.maximumSize >> 20) MiB, which is fairlead's own limit"
    )
    private static let header = LintRule.error(
        "document-header",
        LintSource.rfc("4.4.1.1"),
        "The first line is #EXTM3U"
    )
    private static let encoding = LintRule.error(
        "document-encoding",
        LintSource.rfc("4.1"),
        "A playlist is text in UTF-8"
    )
    private static let controlCharacter = LintRule.error(
        "document-control-character",
        LintSource.rfc("4.1"),
        "A playlist has no control characters except tabs and line endings"
    )

    static let all = [size, header, encoding, controlCharacter]

    static func rule(for problem: DocumentProblem) -> LintRule {
        switch problem {
        case .tooLarge: size
        case .notAPlaylist, .blankBeforeHeader: header
        case .utf16, .invalidUTF8: encoding
        case .loneCarriageReturns: LineEndingRules.carriageReturn
        case .controlCharacter: controlCharacter
        }
    }
}
