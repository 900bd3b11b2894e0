import HLSPlaylists

/// Rules for `EXT-X-MAP` (RFC 8216bis 3.1.2 and 4.4.4.5).
enum MapRules {
    private static let missing = LintRule.warning(
        "map-missing",
        LintSource.rfc("3.1.2"),
        "Segments of fragmented MP4 have an EXT-X-MAP"
    )
    private static let unused = LintRule.note(
        "map-unused",
        LintSource.rfc("4.4.4.5"),
        "An EXT-X-MAP applies to a segment"
    )

    private static let offset = LintRule.warning(
        "map-byte-range",
        LintSource.rfc("4.4.4.5"),
        "The byte range of an EXT-X-MAP has an offset, which was optional in RFC 8216"
    )

    static let check = LintCheck(missing, unused, offset, body: .media(report))

    private static let fileExtensions = [".m4s", ".mp4", ".cmfv", ".cmfa", ".cmft", ".m4v", ".m4a"]

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let playlist = media.playlist
        let isKnown = media.measurement?.isFragmentedMP4 == true
        let segment = playlist.segments.first {
            $0.initializationSection == nil && (isKnown || isFragmentedMP4($0.uri))
        }
        if let segment, !media.lintedPlaylist.has(.skip) {
            report.add(missing, in: media.name, line: segment.uriLine, "A segment of MP4 has no EXT-X-MAP")
        }
        for map in playlist.initializationSections where map.byteRange != nil {
            guard let range = media.lintedPlaylist.string("BYTERANGE", of: map.attributes),
                !range.utf8.contains(UInt8(ascii: "@"))
            else { continue }
            let found = Excerpt(range.utf8).description
            report.add(
                offset,
                in: media.name,
                line: map.line,
                "The byte range has no offset",
                measured: found,
                allowed: "LENGTH@OFFSET"
            )
        }
        let usedSections = Set(playlist.segments.compactMap(\.initializationSection))
        let lastIndex = playlist.initializationSections.indices.last
        for (index, map) in playlist.initializationSections.enumerated() where !usedSections.contains(index) {
            // The last one of a live playlist may be for future segments, or for parts.
            guard index != lastIndex || playlist.hasEndList, !media.lintedPlaylist.has(.part) else {
                continue
            }
            report.add(unused, in: media.name, line: map.line, "No segment uses this EXT-X-MAP")
        }
    }

    private static func isFragmentedMP4(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        return fileExtensions.contains { path.hasSuffix($0) }
    }
}
