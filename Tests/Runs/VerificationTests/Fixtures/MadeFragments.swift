/// Fragmented MP4 that SampleMedia has no room for, made once for all tests by `Scripts/make-sample-streams`.
enum MadeFragments: String, CaseIterable {
    /// H.264, AAC and WebVTT, each in playlists of its own.
    case demuxed
    /// H.264 with AAC, HE-AAC, AC-3, E-AC-3, Opus, FLAC and ALAC.
    case audioCodecs = "audio-codecs"
    case hevc
    /// Pictures of four tiles.
    case av1Tiles = "av1-tiles"
    /// More slices a picture than `saiz` counts.
    case crowded
    /// H.264 and AAC in the same fragments.
    case muxed
    /// Two initialization sections.
    case sections
    /// Ranges of one file, and a `sidx` in front of each `moof` that no range names.
    case indexesBetween = "range-indexes-between"
    /// Indexes whose sizes leave out boxes, as ffmpeg writes them.
    case referenceTimes = "reference-times"
    /// H.264 with WebVTT and TTML in fragments.
    case timedText = "timed-text"

    private static let folder = Result {
        try MadeStreams.make(allCases.map { "fmp4-" + $0.rawValue }, in: "verification-fragments")
    }

    /// The multivariant playlist.
    func playlist() throws -> String {
        try Self.folder.get() + "/fmp4-\(rawValue)/multivariant.m3u8"
    }
}

extension Title {
    /// Fragments, protected into `out`.
    convenience init(fragments: MadeFragments, _ options: ProtectionOptions) throws {
        try self.init()
        try protect(fragments.playlist(), options)
    }
}
