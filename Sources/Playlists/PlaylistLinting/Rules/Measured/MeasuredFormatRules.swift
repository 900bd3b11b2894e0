import HLSPlaylists

/// Rules that compare the formats of media with the attributes of variants (RFC 8216bis 4.4.6.2).
enum MeasuredFormatRules {
    private static let codecs = LintRule.warning(
        "codecs-measured",
        LintSource.rfc("4.4.6.2"),
        "CODECS has every format of the variant and its renditions"
    )
    private static let surplus = LintRule.warning(
        "codecs-surplus",
        LintSource.rfc("4.4.6.2"),
        "CODECS has no format that neither the variant nor its renditions have"
    )
    private static let resolution = LintRule.warning(
        "resolution-measured",
        LintSource.rfc("4.4.6.2"),
        "RESOLUTION is the size of the pictures, or the one at which they are shown"
    )
    private static let frameRate = LintRule.warning(
        "frame-rate-measured",
        LintSource.rfc("4.4.6.2"),
        "FRAME-RATE is the number of pictures per second, within 1 %"
    )

    static let check = LintCheck(codecs, surplus, resolution, frameRate, body: .presentation(report))

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        guard let multivariant = presentation.multivariant else { return }
        for variant in multivariant.playlist.variants {
            guard let ownMeasurement = presentation.media(referencedOn: variant.line)?.measurement else {
                continue
            }
            let renditions = multivariant.playlist.renditions(of: variant).filter { $0.uri != nil }
            let renditionMeasurements = renditions.map {
                presentation.media(referencedOn: $0.line)?.measurement
            }
            checkCodecs(variant, [ownMeasurement] + renditionMeasurements, multivariant.name, &report)
            checkPictures(variant, ownMeasurement, multivariant.name, &report)
        }
    }

    private static func checkCodecs(
        _ variant: Variant,
        _ measurements: [MediaMeasurement?],
        _ name: String,
        _ report: inout LintReport
    ) {
        guard let text = variant.stream.codecs else { return }
        let writtenFormats = CodecList(text).formats
        let measuredFormats = Set(measurements.flatMap { $0?.codecs ?? [] })
        let match = CodecMatch(measurements.compactMap { $0?.codecAlternatives })
        for format in measuredFormats.sorted()
        where !writtenFormats.contains(where: { match.isSame($0, format) }) {
            report.add(
                codecs,
                in: name,
                line: variant.line,
                "The media have a format that CODECS lacks",
                measured: Excerpt(format.utf8).description,
                allowed: Excerpt(text.utf8).description
            )
        }
        let isKnown = measurements.allSatisfy { $0?.codecs.isEmpty == false }
        guard isKnown else { return }
        for format in writtenFormats where !measuredFormats.contains(where: { match.isSame(format, $0) }) {
            // A wrong profile of a format that the media have is reported once, by the other rule.
            let entry = CodecList.sampleEntry(format)
            guard !measuredFormats.contains(where: { CodecList.sampleEntry($0) == entry }) else { continue }
            report.add(
                surplus,
                in: name,
                line: variant.line,
                "CODECS has a format that the media lack",
                measured: Excerpt(format.utf8).description,
                allowed: measuredFormats.sorted().joined(separator: ", ")
            )
        }
    }

    private static func checkPictures(
        _ variant: Variant,
        _ measurement: MediaMeasurement,
        _ name: String,
        _ report: inout LintReport
    ) {
        if let written = variant.stream.resolution, let measured = measurement.resolution,
            written != measured, written != measurement.displayResolution
        {
            report.add(
                resolution,
                in: name,
                line: variant.line,
                "The pictures do not have the size that RESOLUTION gives",
                measured: LintFormat.pixels(measured),
                allowed: LintFormat.pixels(written)
            )
        }
        if let written = variant.frameRate, let measured = measurement.frameRate,
            abs(written - measured) > 0.01 * written
        {
            report.add(
                frameRate,
                in: name,
                line: variant.line,
                "The pictures do not have the rate that FRAME-RATE gives",
                measured: LintFormat.frameRate(measured),
                allowed: LintFormat.frameRate(written)
            )
        }
    }
}
