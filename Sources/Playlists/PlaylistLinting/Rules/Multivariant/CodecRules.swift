import HLSPlaylists

/// Rules for formats that Apple's players support (Apple HLS authoring specification 1 and 2).
enum CodecRules {
    private static let sampleEntry = LintRule.warning(
        "codec-sample-entry",
        LintSource.apple("1.10"),
        "Parameter sets are in the sample entry: avc1, hvc1 and dvh1"
    )
    private static let container = LintRule.warning(
        "codec-container",
        LintSource.apple("1.5 and 2.25"),
        "HEVC, Dolby Vision, AV1, xHE-AAC, ALAC, FLAC and Opus are in fragmented MP4"
    )
    private static let independent = LintRule.warning(
        "independent-segments-missing",
        LintSource.apple("9.11 and 9.12"),
        "Video is cut into independent segments, and a playlist says so"
    )

    static let check = LintCheck(sampleEntry, container, independent, body: .presentation(report))

    private static let inBandEntries: Set<String> = ["avc2", "avc3", "avc4", "hev1", "dvhe", "dvav"]
    private static let fragmentedEntries: Set<String> = [
        "hvc1", "hev1", "dvh1", "dvhe", "av01", "dav1", "alac", "fLaC", "Opus", "opus",
    ]

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        guard let multivariant = presentation.multivariant else { return }
        for stream in multivariant.streams {
            let formats = stream.information.codecs.map { CodecList($0).formats } ?? []
            for format in formats where inBandEntries.contains(CodecList.sampleEntry(format)) {
                report.add(
                    sampleEntry,
                    in: multivariant.name,
                    line: stream.line,
                    "The parameter sets are in the samples",
                    measured: Excerpt(format.utf8).description,
                    allowed: "avc1, hvc1 or dvh1"
                )
            }
            checkContainer(formats, stream, presentation, multivariant.name, &report)
        }
        guard !multivariant.playlist.hasIndependentSegments,
            let firstVideo = multivariant.streams.first(where: { $0.information.hasVideo }),
            presentation.media.isEmpty
                || !presentation.media.allSatisfy({ $0.lintedPlaylist.has(.independentSegments) })
        else { return }
        report.add(
            independent,
            in: multivariant.name,
            line: firstVideo.line,
            "The playlist does not say that segments can be decoded by themselves",
            measured: "no EXT-X-INDEPENDENT-SEGMENTS",
            allowed: "EXT-X-INDEPENDENT-SEGMENTS"
        )
    }

    /// Checks formats that are known to be in the variant's own playlist: an audio format may be that of a
    /// rendition.
    private static func checkContainer(
        _ writtenFormats: [String],
        _ stream: LintedMultivariant.Stream,
        _ presentation: LintedPresentation,
        _ name: String,
        _ report: inout LintReport
    ) {
        guard let media = presentation.media(referencedOn: stream.line),
            media.playlist.segments.contains(where: { $0.initializationSection == nil }),
            media.measurement?.isFragmentedMP4 != true
        else { return }
        let hasNoAudioGroup = !stream.information.attributes.contains("AUDIO")
        let measuredFormats = media.measurement?.codecs ?? []
        let formats =
            measuredFormats.isEmpty
            ? writtenFormats.filter { hasNoAudioGroup || CodecList($0).hasVideo } : measuredFormats
        let format = formats.first {
            fragmentedEntries.contains(CodecList.sampleEntry($0)) || $0 == "mp4a.40.42"
        }
        guard let format else { return }
        report.add(
            container,
            in: name,
            line: stream.line,
            "The format is not in fragmented MP4: \(media.name) has segments without EXT-X-MAP",
            measured: Excerpt(format.utf8).description,
            allowed: "fragmented MP4"
        )
    }
}
