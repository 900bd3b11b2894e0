import ElementaryStreams

extension AudioFrameParser {
    /// The highest sampling rate that the AAC core of HE-AAC has in practice, in hertz.
    private static let highestReplicatedRate = 24_000

    /// The codec of the frames, or nil before the first one.
    ///
    /// ADTS does not signal SBR and PS. AAC LC of at most 24 kHz may be the core of HE-AAC. It is described
    /// as AAC LC, with HE-AAC and HE-AAC v2 as alternatives.
    var codecDescription: CodecDescription? {
        switch (format, codec) {
        case (.adts(let fixed)?, _):
            let mayBeExtended = fixed.audioObjectType == 2 && fixed.samplingRate <= Self.highestReplicatedRate
            return CodecDescription(
                "mp4a.40.\(fixed.audioObjectType)",
                alternatives: mayBeExtended ? ["mp4a.40.5", "mp4a.40.29"] : []
            )
        // Audio object types 32 to 34 are Layers 1 to 3 of MPEG audio.
        case (.mpeg(_, let layer, _)?, _): return CodecDescription("mp4a.40.\(31 + layer)")
        case (.dolby?, .eac3): return CodecDescription("ec-3")
        case (.dolby?, _): return CodecDescription("ac-3")
        case (nil, _): return nil
        }
    }

    /// The duration of the frames that have begun, or nil before the first one.
    var length: MediaTicks? {
        format.map { MediaTicks(ticks: sampleCount, timescale: UInt32($0.samplingRate)) }
    }
}
