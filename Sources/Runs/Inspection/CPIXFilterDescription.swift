import CPIXDocuments

/// Descriptions of the filters of a CPIX usage rule.
enum CPIXFilterDescription {
    static func words(of rule: CPIXUsageRule) -> [String] {
        rule.periodIDs.map { "period \($0)" } + rule.labels.map { "label \($0)" } + rule.video.map(video)
            + rule.audio.map { "audio" + range($0.minimumChannels, $0.maximumChannels, "channels") }
            + rule.bitrates.map { "bitrate" + range($0.minimum, $0.maximum, "bit/s") }
            + rule.unknownFilters.map { "unknown \($0)" }
    }

    private static func video(_ video: CPIXUsageRule.Video) -> String {
        var words = "video" + range(video.minimumPixels, video.maximumPixels, "pixels")
        // The minimum frame rate is exclusive.
        let above = video.minimumFramesPerSecond.map { " above \($0)" } ?? ""
        let upTo = video.maximumFramesPerSecond.map { " up to \($0)" } ?? ""
        if !(above + upTo).isEmpty { words += above + upTo + " frames/s" }
        if let isHDR = video.isHDR { words += isHDR ? " HDR" : " SDR" }
        if let isWide = video.isWideColorGamut { words += isWide ? " wide gamut" : " standard gamut" }
        return words
    }

    private static func range(_ minimum: Int?, _ maximum: Int?, _ unit: String) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): " \(minimum) to \(maximum) \(unit)"
        case (let minimum?, nil): " from \(minimum) \(unit)"
        case (nil, let maximum?): " up to \(maximum) \(unit)"
        case (nil, nil): ""
        }
    }
}
