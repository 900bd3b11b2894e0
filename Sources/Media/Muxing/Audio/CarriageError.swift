import Bitstreams
import Mezzanines
import ProtectionTerms

/// Errors for tracks that a container cannot carry and for source bytes that cannot be read.
enum CarriageError {
    /// The advice for a track that only fragmented MP4 can carry.
    static let advice = "Use \(CommandOption.segmentFormat) fmp4."

    /// Returns the error for a codec that the container does not support.
    static func unsupportedCodec(_ track: SourceTrack, in container: String) -> MezzanineError {
        .unsupported(
            path: track.path,
            what:
                "\(track.format.codec.name) of track \(track.identifier) in \(container) (expected a supported codec)",
            advice
        )
    }

    /// Returns the error for a failure to read the bytes of a track.
    static func readFailure(_ failure: ByteSourceError, of track: SourceTrack) -> MezzanineError {
        switch failure {
        case .malformed(let path, let error): .malformed(path: path, error)
        case .system, .changed: .bytes(path: track.path, failure)
        }
    }
}
