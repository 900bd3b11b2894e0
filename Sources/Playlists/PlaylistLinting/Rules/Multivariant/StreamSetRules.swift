import HLSPlaylists

/// Rules for all variants together, such as attributes that all or none must have (RFC 8216bis 4.4.6.2).
enum StreamSetRules {
    private static let videoRange = LintRule.warning(
        "video-range-missing",
        LintSource.apple("9.16"),
        "Variants with video have VIDEO-RANGE unless all are SDR"
    )
    private static let score = LintRule.warning(
        "score-missing",
        LintSource.apple("9.19"),
        "All variants have SCORE, or none; clients ignore it otherwise"
    )
    private static let captions = LintRule.error(
        "closed-captions-none",
        LintSource.rfc("4.4.6.2"),
        "CLOSED-CAPTIONS=NONE is on all variants or on none"
    )
    private static let duplicate = LintRule.warning(
        "variant-duplicate",
        LintSource.rfc("4.4.6.2"),
        "No two variants are the same"
    )
    private static let noVariants = LintRule.error(
        "variants-missing",
        LintSource.rfc("4.1"),
        "A multivariant playlist has a variant"
    )
    private static let iFrames = LintRule.warning(
        "i-frame-playlist-missing",
        LintSource.apple("6.1"),
        "A presentation with video has an I-frame playlist"
    )

    static let check = LintCheck(
        videoRange,
        score,
        captions,
        duplicate,
        noVariants,
        iFrames,
        body: .multivariant(report)
    )

    private static func report(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        let streams = multivariant.streams
        let video = streams.filter(\.information.hasVideo)
        let variants = streams.filter { $0.tag == .streamInformation }
        let isHighRange = video.contains { ($0.information.videoRange ?? .sdr) != .sdr }
        if isHighRange {
            requireAll("VIDEO-RANGE", video, videoRange, multivariant.name, &report)
        }
        if variants.contains(where: { $0.information.score != nil }) {
            requireAll("SCORE", variants, score, multivariant.name, &report)
        }
        checkCaptions(multivariant, &report)
        checkDuplicates(multivariant, &report)
        if multivariant.playlist.variants.isEmpty, !multivariant.lintedPlaylist.has(.streamInformation) {
            report.add(
                noVariants,
                in: multivariant.name,
                line: nil,
                "The playlist has no variant",
                measured: "0 variants"
            )
        }
        if let first = video.first, !multivariant.lintedPlaylist.has(.iFrameStreamInformation) {
            let message = "There is video, but no I-frame playlist to seek in it"
            report.add(iFrames, in: multivariant.name, line: first.line, message)
        }
    }

    private static func requireAll(
        _ attribute: String,
        _ streams: [LintedMultivariant.Stream],
        _ rule: LintRule,
        _ name: String,
        _ report: inout LintReport
    ) {
        for stream in streams where !stream.information.attributes.contains(attribute) {
            report.add(
                rule,
                in: name,
                line: stream.line,
                "Other variants have \(attribute), but this one does not",
                measured: "no \(attribute)",
                allowed: attribute
            )
        }
    }

    private static func checkCaptions(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        let variants = multivariant.playlist.variants
        guard variants.contains(where: \.hasNoClosedCaptions) else { return }
        for variant in variants where !variant.hasNoClosedCaptions {
            report.add(
                captions,
                in: multivariant.name,
                line: variant.line,
                "Another variant says that there are no closed captions",
                measured: variant.closedCaptions == nil ? "no CLOSED-CAPTIONS" : "a group",
                allowed: "CLOSED-CAPTIONS=NONE"
            )
        }
    }

    private static func checkDuplicates(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        var seen: [[String]: Int] = [:]
        for variant in multivariant.playlist.variants {
            let attributes = variant.stream.attributes.namesAndValues.map { $0.name + "=" + $0.value }
            let key = attributes.sorted() + [variant.uri]
            guard let firstLine = seen.updateValue(variant.line, forKey: key) else { continue }
            report.add(
                duplicate,
                in: multivariant.name,
                line: variant.line,
                "The variant is on line \(firstLine) already"
            )
        }
    }
}
