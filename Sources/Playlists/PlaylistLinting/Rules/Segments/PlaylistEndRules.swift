import HLSPlaylists

/// Rules for the tags that declare a media playlist complete (RFC 8216bis 4.4.3.4 and 4.4.3.5).
enum PlaylistEndRules {
    private static let type = LintRule.warning(
        "playlist-type",
        LintSource.apple("8.6"),
        "A complete playlist has EXT-X-PLAYLIST-TYPE"
    )
    private static let endList = LintRule.warning(
        "endlist-missing",
        LintSource.rfc("4.4.3.5"),
        "A playlist of type VOD has EXT-X-ENDLIST"
    )
    private static let empty = LintRule.warning(
        "playlist-empty",
        LintSource.rfc("4.1"),
        "A complete playlist has segments"
    )

    static let check = LintCheck(type, endList, empty, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let playlist = media.playlist
        if playlist.hasEndList, playlist.playlistType == nil, !media.lintedPlaylist.has(.playlistType) {
            report.add(
                type,
                in: media.name,
                line: media.lintedPlaylist.lineNumbers(.endList).first,
                "The playlist ends and does not say its type",
                measured: "no EXT-X-PLAYLIST-TYPE",
                allowed: "VOD or EVENT"
            )
        }
        if playlist.playlistType == .vod, !playlist.hasEndList {
            report.add(
                endList,
                in: media.name,
                line: media.lintedPlaylist.lineNumbers(.playlistType).first,
                "The playlist is of type VOD and does not say that it ends",
                measured: "no EXT-X-ENDLIST",
                allowed: "EXT-X-ENDLIST"
            )
        }
        if playlist.hasEndList, playlist.segments.isEmpty, !media.lintedPlaylist.has(.skip) {
            report.add(
                empty,
                in: media.name,
                line: nil,
                "The playlist has no segments",
                measured: "0 segments"
            )
        }
    }
}
