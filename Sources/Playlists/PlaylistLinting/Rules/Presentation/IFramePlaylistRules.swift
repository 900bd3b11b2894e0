import HLSPlaylists

/// Rules for I-frame playlists and the tags that refer to them (RFC 8216bis 4.4.6.3, 4.4.3.6).
enum IFramePlaylistRules {
    private static let missingTag = LintRule.error(
        "i-frames-only-missing",
        LintSource.rfc("4.4.6.3"),
        "The playlist that EXT-X-I-FRAME-STREAM-INF names has EXT-X-I-FRAMES-ONLY"
    )
    private static let asVariant = LintRule.warning(
        "i-frames-only-as-variant",
        LintSource.rfc("4.4.3.6"),
        "A playlist with EXT-X-I-FRAMES-ONLY is named by EXT-X-I-FRAME-STREAM-INF"
    )

    static let check = LintCheck(missingTag, asVariant, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        if media.roles.contains(.iFrameVariant), !media.playlist.isIFramesOnly {
            report.add(
                missingTag,
                in: media.name,
                line: nil,
                "EXT-X-I-FRAME-STREAM-INF names this playlist, which has no EXT-X-I-FRAMES-ONLY"
            )
        }
        if media.playlist.isIFramesOnly, media.roles.contains(.variant) {
            report.add(
                asVariant,
                in: media.name,
                line: media.lintedPlaylist.lineNumbers(.iFramesOnly).first,
                "An I-frame playlist is named as a variant"
            )
        }
    }
}
