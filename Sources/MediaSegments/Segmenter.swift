package import Mezzanines

/// Cuts the tracks of a presentation into segments.
package enum Segmenter {
    /// Stub: see the contract.
    package struct Options: Hashable, Sendable {
        /// The wanted length of a segment in seconds' fractions, exact.
        package var target: MediaTime
        /// Whether video renditions whose sync samples differ are cut each on its own.
        package var allowsMisaligned: Bool

        /// Options from their parts.
        package init(target: MediaTime, allowsMisaligned: Bool = false) {
            self.target = target
            self.allowsMisaligned = allowsMisaligned
        }
    }

    /// What came of cutting.
    package struct Result: Sendable {
        /// The tracks, in the order in which they were given.
        package let tracks: [TrackSegments]
        /// When the segments of the presentation begin, 0 first; subtitles are cut there, too.
        package let boundaries: [MediaTime]
        /// The end of the presentation.
        package let end: MediaTime
        /// What has to be said: open GOPs at boundaries, audio that is shorter than video, a frame rate that varies.
        package let warnings: [String]

        /// A result from its parts.
        package init(tracks: [TrackSegments], boundaries: [MediaTime], end: MediaTime, warnings: [String]) {
            self.tracks = tracks
            self.boundaries = boundaries
            self.end = end
            self.warnings = warnings
        }
    }

    /// Cuts tracks.
    ///
    /// - Parameters:
    ///   - tracks: all video and audio of the presentation.
    ///   - options: how.
    /// - Returns: the segments of each.
    /// - Throws: `MezzanineError` for video whose sync samples do not line up, with the first difference.
    package static func cut(_ tracks: [TimedTrack], _ options: Options) throws(MezzanineError) -> Result {
        throw .unsupported(path: tracks.first?.track.path ?? "", what: "input", "it is not cut yet")
    }
}
