/// A rendition before it is cut: what is in it, and what playlists call it.
struct PlannedRendition: Sendable {
    /// What a rendition is made of.
    enum Content: Sendable {
        /// Video, and the audio that is multiplexed with it.
        case video(LadderTrack, VideoDescription, muxed: [(LadderTrack, SoundDescription)])
        /// Audio.
        case audio(LadderTrack, SoundDescription)
        /// Subtitles.
        case subtitles(LadderText)
    }

    /// What it is made of.
    let content: Content
    /// `LANGUAGE`; nil where nothing says it.
    let language: LanguageTag?
    /// Its folder and the name of its playlist in the output.
    var outputName = ""

    /// What was said of its input.
    var input: PackagingInput {
        switch content {
        case .video(let track, _, _), .audio(let track, _): track.input
        case .subtitles(let text): text.input
        }
    }

    /// Its place in messages.
    var place: String {
        switch content {
        case .video(let track, _, _), .audio(let track, _): track.place
        case .subtitles(let text): text.input.path
        }
    }

    /// The tracks that go into its segments, video first.
    var tracks: [LadderTrack] {
        switch content {
        case .video(let track, _, let muxed): [track] + muxed.map(\.0)
        case .audio(let track, _): [track]
        case .subtitles: []
        }
    }

    /// Video; nil of others.
    var video: VideoDescription? {
        guard case .video(_, let description, _) = content else { return nil }
        return description
    }

    /// Audio of its own; nil of others.
    var sound: SoundDescription? {
        guard case .audio(_, let description) = content else { return nil }
        return description
    }

    /// Whether it is of subtitles.
    var isSubtitles: Bool {
        guard case .subtitles = content else { return false }
        return true
    }

    /// What its own segments are in `CODECS`.
    var codecs: [String] {
        switch content {
        case .video(_, let video, let muxed): [video.codecs] + muxed.map(\.1.codecs)
        case .audio(_, let sound): [sound.codecs]
        case .subtitles: []
        }
    }

    /// `NAME`: what was given, else the language, else what it is.
    var title: String {
        if let name = input.name { return name }
        let name = language?.name ?? (isSubtitles ? "Subtitles" : "Audio")
        return isSubtitles && input.isForced ? name + " (forced)" : name
    }
}
