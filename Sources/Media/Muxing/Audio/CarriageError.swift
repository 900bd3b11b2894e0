import Bitstreams
import Mezzanines

/// What is said of tracks that a container cannot carry, and of bytes that cannot be had.
enum CarriageError {
    /// What to do about a track that only fragmented MP4 can carry.
    static let wayOut = "Use --segment-format fmp4."

    /// A track whose codec a container has no place for.
    static func codec(_ track: SourceTrack, in container: String) -> MezzanineError {
        .unsupported(
            path: track.path,
            what:
                "\(track.format.codec.name) of track \(track.identifier) in \(container) (expected what it carries)",
            wayOut
        )
    }

    /// A failure while bytes of a track were looked at.
    static func reading(_ failure: ByteSourceFailure, of track: SourceTrack) -> MezzanineError {
        switch failure {
        case .malformed(let path, let error): .malformed(path: path, error)
        case .system, .changed: .bytes(path: track.path, failure)
        }
    }
}
