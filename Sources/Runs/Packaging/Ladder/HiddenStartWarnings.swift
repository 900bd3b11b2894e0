import Mezzanines
import Muxing
import ProtectionTerms

/// Warns of media that an edit list hides and that transport streams and packed audio would play.
enum HiddenStartWarnings {
    /// The longest duration of hidden media at the start of a track that gets no warning.
    ///
    /// It exceeds the priming of AAC encoders, which is up to 2112 samples (48 ms).
    private static let tolerance = MediaTime(ticks: 1, timescale: 10)

    /// Returns warnings of tracks whose samples begin before the presentation.
    ///
    /// - Parameter tracks: all tracks, with their segments.
    /// - Returns: a warning for each such track.
    static func warnings(_ tracks: [TrackSegments]) -> [String] {
        tracks.compactMap { trackSegments in
            let track = trackSegments.track
            guard let first = trackSegments.segments.first(where: { !$0.samples.isEmpty })?.samples.lowerBound
            else {
                return nil
            }
            let timing = track.samples.timing(of: first)
            let ticks =
                Int128(timing.decodeTime) + Int128(timing.compositionOffset)
                + Int128(trackSegments.timedTrack.shift)
            let hidden = MediaTime(ticks: Int64(clamping: -ticks), timescale: track.timescale)
            guard tolerance < hidden else { return nil }
            return "\(track.path): \(track.content) of track \(track.identifier): its edit list hides "
                + "\(DecimalText.of(hidden.ticks(of: 1000), decimals: 3)) s of media before the start, but players play it from transport streams; "
                + "use \(CommandOption.segmentFormat) fmp4, or encode the input again without the hidden media"
        }
    }
}
