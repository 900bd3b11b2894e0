import Mezzanines

/// A track that becomes a rendition, or a part of one, and the options of its input.
struct LadderTrack: Sendable {
    /// The input and its options.
    let input: PackagingInput
    private(set) var source: SourceTrack
    /// The start of the presentation on the track's own timeline, in ticks of the track.
    let origin: Int64

    /// Returns the track with another format.
    func with(_ format: TrackFormat) -> LadderTrack {
        var track = self
        track.source.format = format
        return track
    }

    /// The name of the track in messages: `track 2`.
    var name: String { Self.name(of: source) }

    /// Returns the name of a track in messages.
    static func name(of source: SourceTrack) -> String {
        source.identifier == 0 ? "the track" : "track \(source.identifier)"
    }

    /// The input and the track in messages: `movie.mp4 track 2`.
    var label: String { source.identifier == 0 ? input.path : "\(input.path) \(name)" }
}

/// Subtitles that become a rendition, and the options of their input.
struct LadderText: Sendable {
    /// The input and its options.
    let input: PackagingInput
    /// The WebVTT file.
    let text: [UInt8]
}
