import HLSPlaylists

/// Rules for attributes that every variant should have (RFC 8216bis 4.4.6.2).
enum StreamAttributeRules {
    private static let codecs = LintRule.warning(
        "codecs-missing",
        LintSource.apple("9.1 and 9.3"),
        "Variants have CODECS"
    )
    private static let resolution = LintRule.warning(
        "resolution-missing",
        LintSource.apple("9.2 and 9.4"),
        "Variants with video have RESOLUTION"
    )
    private static let average = LintRule.warning(
        "average-bandwidth-missing",
        LintSource.apple("9.14"),
        "Variants have AVERAGE-BANDWIDTH"
    )
    private static let frameRate = LintRule.warning(
        "frame-rate-missing",
        LintSource.apple("9.15"),
        "Variants with video have FRAME-RATE"
    )
    private static let order = LintRule.error(
        "bandwidth-below-average",
        LintSource.rfc("4.4.6.2"),
        "BANDWIDTH, a peak, is at least AVERAGE-BANDWIDTH"
    )

    static let check = LintCheck(codecs, resolution, average, frameRate, order, body: .multivariant(report))

    private static func report(_ multivariant: LintedMultivariant, _ report: inout LintReport) {
        for stream in multivariant.streams {
            let information = stream.information
            let attributes = information.attributes
            func require(_ rule: LintRule, _ attribute: String) {
                guard !attributes.contains(attribute) else { return }
                report.add(
                    rule,
                    in: multivariant.name,
                    line: stream.line,
                    "\(stream.tag.name) lacks an attribute",
                    measured: "no \(attribute)",
                    allowed: attribute
                )
            }
            let isIFrames = stream.tag == .iFrameStreamInformation
            require(codecs, "CODECS")
            if information.hasVideo || isIFrames { require(resolution, "RESOLUTION") }
            if !isIFrames { require(average, "AVERAGE-BANDWIDTH") }
            if information.hasVideo, !isIFrames { require(frameRate, "FRAME-RATE") }
            checkOrder(stream, multivariant.name, &report)
        }
    }

    private static func checkOrder(
        _ stream: LintedMultivariant.Stream,
        _ name: String,
        _ report: inout LintReport
    ) {
        let information = stream.information
        guard let averageBandwidth = information.averageBandwidth, averageBandwidth > information.bandwidth,
            information.bandwidth > 0
        else { return }
        report.add(
            order,
            in: name,
            line: stream.line,
            "BANDWIDTH is less than AVERAGE-BANDWIDTH",
            measured: LintFormat.bitrate(information.bandwidth),
            allowed: "at least " + LintFormat.bitrate(averageBandwidth)
        )
    }
}
