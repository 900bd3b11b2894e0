import HLSPlaylists

/// Rules for the media that keys apply to (RFC 8216bis 4.4.4.4 and 4.4.4.5).
enum KeyScopeRules {
    private static let mapIV = LintRule.error(
        "key-map-iv",
        LintSource.rfc("4.4.4.5"),
        "A key of AES-128 that an EXT-X-MAP is encrypted with has an IV"
    )
    private static let replaced = LintRule.warning(
        "key-replaced",
        LintSource.rfc("4.4.4.4"),
        "A key applies to something before the next key of its key format replaces it"
    )
    private static let container = LintRule.error(
        "key-counter-mode-container",
        LintSource.rfc("4.4.4.4"),
        "Segments of SAMPLE-AES-CTR are fragmented MP4 and have an EXT-X-MAP"
    )

    static let check = LintCheck(mapIV, replaced, container, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        for map in media.playlist.initializationSections {
            let keys = map.keys.prefix(EncryptionKey.maximumPerSegment).map { media.playlist.keys[$0] }
            guard let key = keys.first(where: { $0.method == .aes128 && $0.value.iv == nil }) else {
                continue
            }
            report.add(
                mapIV,
                in: media.name,
                line: map.line,
                "The EXT-X-MAP is encrypted with the key of line \(key.line), which has no IV",
                measured: "no IV",
                allowed: "0x and 32 digits"
            )
        }
        reportReplaced(media, &report)
        reportContainers(media, &report)
    }

    private static func reportReplaced(_ media: LintedMedia, _ report: inout LintReport) {
        let useLines =
            (media.lintedPlaylist.lineNumbers(.part) + media.playlist.segments.map(\.uriLine)
            + media.playlist.initializationSections.map(\.line)).sorted()
        var unusedKeyLines: [String: Int] = [:]
        var remainingUses = useLines[...]
        for key in media.playlist.keys {
            let laterUses = remainingUses.drop { $0 < key.line }
            if laterUses.startIndex != remainingUses.startIndex { unusedKeyLines = [:] }
            remainingUses = laterUses
            let replacedLines =
                key.method == .none
                ? Array(unusedKeyLines.values) : [unusedKeyLines[key.keyFormat]].compactMap { $0 }
            for line in replacedLines.sorted() {
                let message = "No segment uses this key before line \(key.line) replaces it"
                report.add(replaced, in: media.name, line: line, message)
            }
            if key.method == .none { unusedKeyLines = [:] } else { unusedKeyLines[key.keyFormat] = key.line }
        }
    }

    private static func reportContainers(_ media: LintedMedia, _ report: inout LintReport) {
        // The EXT-X-MAP of a delta update may be in the skipped part.
        guard !media.lintedPlaylist.has(.skip) else { return }
        var reportedKey: Int?
        for segment in media.playlist.segments where segment.initializationSection == nil {
            let index = segment.keys.prefix(EncryptionKey.maximumPerSegment).first {
                media.playlist.keys[$0].method == .sampleAESCTR
            }
            guard let index, index != reportedKey else { continue }
            reportedKey = index
            report.add(
                container,
                in: media.name,
                line: segment.uriLine,
                "A segment of SAMPLE-AES-CTR has no EXT-X-MAP",
                measured: "no EXT-X-MAP",
                allowed: "fragmented MP4"
            )
        }
    }
}
