/// A rendition before it is cut: its content and its attributes in playlists.
struct PlannedRendition: Sendable {
    /// The content of a rendition.
    enum Content: Sendable {
        /// Video, and the audio that is multiplexed with it.
        case video(LadderTrack, VideoDescription, muxed: [(LadderTrack, AudioDescription)])
        case audio(LadderTrack, AudioDescription)
        case subtitles(LadderText)
    }

    let content: Content
    /// The value of `LANGUAGE`, or nil if it is unknown.
    let language: LanguageTag?
    /// The folder of the files and the name of the playlist in the output.
    var outputName = ""

    /// The input and its options.
    var input: PackagingInput {
        switch content {
        case .video(let track, _, _), .audio(let track, _): track.input
        case .subtitles(let text): text.input
        }
    }

    /// The input and the track in messages.
    var label: String {
        switch content {
        case .video(let track, _, _), .audio(let track, _): track.label
        case .subtitles(let text): text.input.path
        }
    }

    /// The tracks that go into the segments, video first.
    var tracks: [LadderTrack] {
        switch content {
        case .video(let track, _, let muxed): [track] + muxed.map(\.0)
        case .audio(let track, _): [track]
        case .subtitles: []
        }
    }

    /// The description of the video, or nil for other renditions.
    var video: VideoDescription? {
        guard case .video(_, let description, _) = content else { return nil }
        return description
    }

    /// The description of an audio rendition, or nil for other renditions.
    var audio: AudioDescription? {
        guard case .audio(_, let description) = content else { return nil }
        return description
    }

    var isSubtitles: Bool {
        guard case .subtitles = content else { return false }
        return true
    }

    /// The entries of `CODECS` for the rendition's own segments.
    var codecs: [String] {
        switch content {
        case .video(_, let video, let muxed): [video.codecs] + muxed.map(\.1.codecs)
        case .audio(_, let sound): [sound.codecs]
        case .subtitles: []
        }
    }

    /// The value of `NAME`: the given one, else the language, else the kind of media.
    var title: String {
        if let name = input.name { return name }
        let name = language?.name ?? (isSubtitles ? "Subtitles" : "Audio")
        return isSubtitles && input.isForced ? name + " (forced)" : name
    }
}
