import FoundationEssentials
import XMLDocuments

/// A builder of the contents of `ContentKeyUsageRule` elements.
enum UsageRuleBuilder {
    static func build(_ rule: CPIXUsageRule, _ element: XMLElement) throws(XMLError) {
        try element.setAttribute("kid", CPIXTreeBuilder.uuidText(rule.kid))
        try element.setAttribute("intendedTrackType", rule.intendedTrackType)
        for id in rule.periodIDs {
            try element.append("cpix", "KeyPeriodFilter").setAttribute("periodId", id)
        }
        for label in rule.labels {
            try element.append("cpix", "LabelFilter").setAttribute("label", label)
        }
        for video in rule.video { try build(video, element.append("cpix", "VideoFilter")) }
        for audio in rule.audio {
            let filter = try element.append("cpix", "AudioFilter")
            try set("minChannels", audio.minimumChannels, filter)
            try set("maxChannels", audio.maximumChannels, filter)
        }
        for bitrate in rule.bitrates {
            let filter = try element.append("cpix", "BitrateFilter")
            try set("minBitrate", bitrate.minimum, filter)
            try set("maxBitrate", bitrate.maximum, filter)
        }
    }

    private static func build(_ video: CPIXUsageRule.Video, _ filter: XMLElement) throws(XMLError) {
        try set("minPixels", video.minimumPixels, filter)
        try set("maxPixels", video.maximumPixels, filter)
        try filter.setAttribute("hdr", video.isHDR.map { $0 ? "true" : "false" })
        try filter.setAttribute("wcg", video.isWideColorGamut.map { $0 ? "true" : "false" })
        try set("minFps", video.minimumFramesPerSecond, filter)
        try set("maxFps", video.maximumFramesPerSecond, filter)
    }

    private static func set(_ name: String, _ number: Int?, _ filter: XMLElement) throws(XMLError) {
        try filter.setAttribute(name, number.map(String.init))
    }
}
