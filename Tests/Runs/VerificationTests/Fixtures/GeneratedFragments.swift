/// Fragmented MP4 that is too large for SampleMedia, generated once for all tests by
/// `Scripts/make-sample-streams`.
enum GeneratedFragments: String, CaseIterable {
    /// H.264, AAC and WebVTT, each in separate playlists.
    case demuxed
    /// H.264 with AAC, HE-AAC, AC-3, E-AC-3, Opus, FLAC and ALAC.
    case audioCodecs = "audio-codecs"
    case hevc
    /// Pictures of four tiles.
    case av1Tiles = "av1-tiles"
    /// More slices per picture than `saiz` can count.
    case crowded
    /// H.264 and AAC in the same fragments.
    case muxed
    /// Two initialization sections.
    case sections
    /// Ranges of one file, with a `sidx` before each `moof` that is in none of the ranges.
    case indexesBetween = "range-indexes-between"
    /// Indexes whose sizes leave out boxes, as ffmpeg writes them.
    case referenceTimes = "reference-times"
    /// H.264 with WebVTT and TTML in fragments.
    case timedText = "timed-text"

    private static let folder = Result {
        try GeneratedStreams.make(allCases.map { "fmp4-" + $0.rawValue }, in: "verification-fragments")
    }

    /// Returns the path of the multivariant playlist.
    func playlist() throws -> String {
        try Self.folder.get() + "/fmp4-\(rawValue)/multivariant.m3u8"
    }
}

extension Title {
    /// Creates a title of generated fMP4, protected into `out`.
    convenience init(fragments: GeneratedFragments, _ options: ProtectionOptions) throws {
        try self.init()
        try protect(fragments.playlist(), options)
    }
}
