import Mezzanines

/// A track that becomes a rendition, or a part of one, and what was said of its input.
struct LadderTrack: Sendable {
    /// What was said of the input.
    let input: PackagingInput
    /// The track.
    private(set) var source: SourceTrack
    /// Where the presentation starts on the track's own timeline, in its ticks.
    let origin: Int64

    /// The track with another format.
    func with(_ format: TrackFormat) -> LadderTrack {
        var track = self
        track.source.format = format
        return track
    }

    /// The track in the words of messages: `track 2`.
    var text: String { Self.text(of: source) }

    /// A track in the words of messages.
    static func text(of source: SourceTrack) -> String {
        source.identifier == 0 ? "the track" : "track \(source.identifier)"
    }

    /// The input and the track: `movie.mp4 track 2`.
    var place: String { source.identifier == 0 ? input.path : "\(input.path) \(text)" }
}

/// Subtitles that become a rendition.
struct LadderText: Sendable {
    /// What was said of the input.
    let input: PackagingInput
    /// The WebVTT.
    let text: [UInt8]
}
