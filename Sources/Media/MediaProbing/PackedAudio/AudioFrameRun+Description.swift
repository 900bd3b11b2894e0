import ElementaryStreams

extension AudioFrameRun {
    /// The AAC core of HE-AAC as it is used has this sampling rate at most, in Hertz.
    private static let highestReplicatedRate = 24_000

    /// How the frames are coded; nil before the first one.
    ///
    /// ADTS never announces SBR and PS: what could be extended by them is described as AAC LC, with the others as
    /// alternatives.
    var codecDescription: CodecDescription? {
        switch (format, codec) {
        case (.adts(let fixed)?, _):
            let mayBeExtended = fixed.audioObjectType == 2 && fixed.samplingRate <= Self.highestReplicatedRate
            return CodecDescription(
                "mp4a.40.\(fixed.audioObjectType)",
                alternatives: mayBeExtended ? ["mp4a.40.5", "mp4a.40.29"] : []
            )
        // Audio object types 32 to 34 are layers 1 to 3.
        case (.mpeg(_, let layer, _)?, _): return CodecDescription("mp4a.40.\(31 + layer)")
        case (.dolby?, .eac3): return CodecDescription("ec-3")
        case (.dolby?, _): return CodecDescription("ac-3")
        case (nil, _): return nil
        }
    }

    /// How long the frames that were started are; nil before the first one.
    var length: MediaTicks? {
        format.map { MediaTicks(ticks: sampleCount, timescale: UInt32($0.samplingRate)) }
    }
}
