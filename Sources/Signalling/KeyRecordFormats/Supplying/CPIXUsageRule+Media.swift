import CPIXDocuments
import KeyStore

extension CPIXUsageRule {
    /// Indicates whether the filters match media, without regard to the key period.
    ///
    /// - Throws: if a filter needs a property of the media that is unknown.
    func matches(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        // Labels come first: if they do not match, no other property has to be known.
        guard labels.isEmpty || labels.contains(where: media.labels.contains) else { return false }
        if !video.isEmpty || !audio.isEmpty, media.kind == .unknown {
            throw KeySelectionError(
                reason: "it is unknown whether it is video or audio, which the usage rules distinguish"
            )
        }
        if !video.isEmpty, media.kind != .video { return false }
        if !audio.isEmpty, media.kind != .audio { return false }
        guard try anyMatches(video, { (filter) throws(KeySelectionError) in try filter.matches(media) }),
            try anyMatches(audio, { (filter) throws(KeySelectionError) in try filter.matches(media) })
        else { return false }
        return try anyMatches(bitrates) { (filter) throws(KeySelectionError) in try filter.matches(media) }
    }

    /// Indicates whether one of the filters matches the media, or whether there are no filters.
    private func anyMatches<Filter>(
        _ filters: [Filter],
        _ isMatch: (Filter) throws(KeySelectionError) -> Bool
    ) throws(KeySelectionError) -> Bool {
        for filter in filters {
            if try isMatch(filter) { return true }
        }
        return filters.isEmpty
    }
}

extension CPIXUsageRule.Video {
    /// Indicates whether the filter matches; pixel bounds and the upper frame rate are inclusive, the lower
    /// frame rate is exclusive.
    fileprivate func matches(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        if minimumPixels != nil || maximumPixels != nil {
            let pixels = try requireKnown(media.pixels, "its picture size (RESOLUTION)")
            if let minimumPixels, pixels < minimumPixels { return false }
            if let maximumPixels, pixels > maximumPixels { return false }
        }
        if minimumFramesPerSecond != nil || maximumFramesPerSecond != nil {
            let rate = try requireKnown(media.framesPerSecond, "its frame rate (FRAME-RATE)")
            if let minimumFramesPerSecond, rate <= Double(minimumFramesPerSecond) { return false }
            if let maximumFramesPerSecond, rate > Double(maximumFramesPerSecond) { return false }
        }
        if let isHDR, try requireKnown(media.isHDR, "its dynamic range (VIDEO-RANGE)") != isHDR {
            return false
        }
        guard let isWideColorGamut else { return true }
        return try requireKnown(media.isWideColorGamut, "its color gamut")
            == isWideColorGamut
    }
}

extension CPIXUsageRule.Audio {
    fileprivate func matches(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        // Audio always has at least one channel.
        guard (minimumChannels ?? 0) > 1 || maximumChannels != nil else { return true }
        let channels = try requireKnown(media.channels, "its number of channels (CHANNELS)")
        return channels >= minimumChannels ?? 0 && channels <= maximumChannels ?? .max
    }
}

extension CPIXUsageRule.Bitrate {
    fileprivate func matches(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        let bitrate = try requireKnown(media.bitrate, "its bitrate")
        return bitrate >= minimum ?? 0 && bitrate <= maximum ?? .max
    }
}

private func requireKnown<Value>(_ value: Value?, _ property: String) throws(KeySelectionError) -> Value {
    guard let value else {
        throw KeySelectionError(reason: "\(property) is unknown, and a usage rule requires it")
    }
    return value
}
