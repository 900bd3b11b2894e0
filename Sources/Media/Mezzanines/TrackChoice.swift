/// Which tracks of an input are taken.
package enum TrackChoice: Hashable, Sendable {
    /// All.
    case all
    /// All of one kind.
    case video, audio, text
    /// The one of this track_ID or PID.
    case identifier(UInt32)
}

extension Collection<TrackChoice> {
    /// Whether a track is asked for, by its number or with others of its kind.
    ///
    /// - Parameters:
    ///   - content: what it is made of; nil of data.
    ///   - identifier: its track_ID or PID.
    /// - Returns: whether one of the choices takes it.
    package func takes(_ content: SourceTrack.Content?, _ identifier: UInt32) -> Bool {
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
