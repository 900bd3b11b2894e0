import FoundationEssentials
import XMLDocuments

/// A reader of `ContentKeyUsageRule` elements.
enum UsageRuleReader {
    static func read(_ element: XMLElement) throws(CPIXError) -> CPIXUsageRule {
        var rule = CPIXUsageRule(
            kid: try element.requiredUUID("kid"),
            intendedTrackType: element.attribute("intendedTrackType")
        )
        for filter in element.children {
            guard filter.namespace == Namespace.cpix else {
                rule.unknownFilters.append(filter.name)
                continue
            }
            try read(filter, into: &rule)
        }
        return rule
    }

    private static func read(_ filter: XMLElement, into rule: inout CPIXUsageRule) throws(CPIXError) {
        var knownAttributes: Set<String> = []
        switch filter.name {
        case "KeyPeriodFilter":
            rule.periodIDs.append(try filter.required("periodId"))
            knownAttributes = ["periodId"]
        case "LabelFilter":
            rule.labels.append(try filter.required("label"))
            knownAttributes = ["label"]
        case "VideoFilter":
            rule.video.append(try video(filter))
            knownAttributes = ["minPixels", "maxPixels", "minFps", "maxFps", "hdr", "wcg"]
        case "AudioFilter":
            rule.audio.append(try audio(filter))
            knownAttributes = ["minChannels", "maxChannels"]
        case "BitrateFilter":
            rule.bitrates.append(try bitrate(filter))
            knownAttributes = ["minBitrate", "maxBitrate"]
        default:
            rule.unknownFilters.append(filter.name)
            return
        }
        // A filter with an unknown condition must not count as one without conditions.
        for name in filter.attributeNames where !knownAttributes.contains(name) && name != "id" {
            rule.unknownFilters.append("\(filter.name)@\(name)")
        }
    }

    private static func video(_ filter: XMLElement) throws(CPIXError) -> CPIXUsageRule.Video {
        var video = CPIXUsageRule.Video()
        (video.minimumPixels, video.maximumPixels) = try range(filter, "minPixels", "maxPixels")
        (video.minimumFramesPerSecond, video.maximumFramesPerSecond) = try range(filter, "minFps", "maxFps")
        video.isHDR = try filter.boolean("hdr")
        video.isWideColorGamut = try filter.boolean("wcg")
        return video
    }

    private static func audio(_ filter: XMLElement) throws(CPIXError) -> CPIXUsageRule.Audio {
        var audio = CPIXUsageRule.Audio()
        (audio.minimumChannels, audio.maximumChannels) = try range(filter, "minChannels", "maxChannels")
        return audio
    }

    private static func bitrate(_ filter: XMLElement) throws(CPIXError) -> CPIXUsageRule.Bitrate {
        var bitrate = CPIXUsageRule.Bitrate()
        (bitrate.minimum, bitrate.maximum) = try range(filter, "minBitrate", "maxBitrate")
        return bitrate
    }

    private static func range(
        _ filter: XMLElement,
        _ minimum: String,
        _ maximum: String
    ) throws(CPIXError) -> (Int?, Int?) {
        let bounds = (try filter.number(minimum), try filter.number(maximum))
        if let low = bounds.0, let high = bounds.1, low > high {
            throw filter.failure("\(minimum) is above \(maximum) (\(low), \(high))")
        }
        return bounds
    }
}
