/// A selection of tracks of an input.
package enum TrackChoice: Hashable, Sendable {
    /// All tracks.
    case all
    /// All tracks of one kind.
    case video, audio, text
    /// The track with this track_ID or PID.
    case identifier(UInt32)
}

extension Collection<TrackChoice> {
    /// Indicates whether a track is asked for, by its number or by its kind.
    ///
    /// - Parameters:
    ///   - content: the kind of media of the track, or nil for data.
    ///   - identifier: the track_ID or PID.
    /// - Returns: true if one of the choices selects the track.
    package func selects(_ content: SourceTrack.Content?, _ identifier: UInt32) -> Bool {
        contains { choice in
            switch choice {
            case .all: true
            case .video: content == .video
            case .audio: content == .audio
            case .text: false
            case .identifier(let number): number == identifier
            }
        }
    }
}
