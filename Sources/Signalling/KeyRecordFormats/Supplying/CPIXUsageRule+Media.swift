import CPIXDocuments
import KeyStore

extension CPIXUsageRule {
    /// Whether the filters take media; the key period is not looked at.
    ///
    /// - Throws: where a filter asks for what nothing says of the media.
    func takes(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        // Labels first: what they leave out needs no more to be known.
        guard labels.isEmpty || labels.contains(where: media.labels.contains) else { return false }
        if !video.isEmpty || !audio.isEmpty, media.kind == .unknown {
            throw KeySelectionError(
                reason: "nothing says whether it is video or audio, and rules tell them apart"
            )
        }
        if !video.isEmpty, media.kind != .video { return false }
        if !audio.isEmpty, media.kind != .audio { return false }
        guard try oneOf(video, { (filter) throws(KeySelectionError) in try filter.takes(media) }),
            try oneOf(audio, { (filter) throws(KeySelectionError) in try filter.takes(media) })
        else { return false }
        return try oneOf(bitrates) { (filter) throws(KeySelectionError) in try filter.takes(media) }
    }

    /// Whether one of the filters takes the media; without filters there is nothing to be taken by.
    private func oneOf<Filter>(
        _ filters: [Filter],
        _ takes: (Filter) throws(KeySelectionError) -> Bool
    ) throws(KeySelectionError) -> Bool {
        for filter in filters {
            if try takes(filter) { return true }
        }
        return filters.isEmpty
    }
}

extension CPIXUsageRule.Video {
    /// Pixels are inclusive; frames a second are more than the least and at most the most.
    fileprivate func takes(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        if minimumPixels != nil || maximumPixels != nil {
            let pixels = try known(media.pixels, "how large its pictures are (RESOLUTION)")
            if let minimumPixels, pixels < minimumPixels { return false }
            if let maximumPixels, pixels > maximumPixels { return false }
        }
        if minimumFramesPerSecond != nil || maximumFramesPerSecond != nil {
            let rate = try known(media.framesPerSecond, "its frame rate (FRAME-RATE)")
            if let minimumFramesPerSecond, rate <= Double(minimumFramesPerSecond) { return false }
            if let maximumFramesPerSecond, rate > Double(maximumFramesPerSecond) { return false }
        }
        if let isHDR, try known(media.isHDR, "its dynamic range (VIDEO-RANGE)") != isHDR { return false }
        guard let isWideColourGamut else { return true }
        return try known(media.isWideColourGamut, "whether its colours are of a wide gamut")
            == isWideColourGamut
    }
}

extension CPIXUsageRule.Audio {
    fileprivate func takes(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        // Every sound has one channel at least.
        guard (minimumChannels ?? 0) > 1 || maximumChannels != nil else { return true }
        let channels = try known(media.channels, "how many channels it has (CHANNELS)")
        return channels >= minimumChannels ?? 0 && channels <= maximumChannels ?? .max
    }
}

extension CPIXUsageRule.Bitrate {
    fileprivate func takes(_ media: MediaTraits) throws(KeySelectionError) -> Bool {
        let bitrate = try known(media.bitrate, "its bitrate")
        return bitrate >= minimum ?? 0 && bitrate <= maximum ?? .max
    }
}

private func known<Value>(_ value: Value?, _ what: String) throws(KeySelectionError) -> Value {
    guard let value else {
        throw KeySelectionError(reason: "nothing says \(what), and a usage rule asks for it")
    }
    return value
}
