package import Mezzanines

/// Cuts the tracks of a presentation into segments.
///
/// Boundaries are those of the video: sync samples near multiples of the target, the same in all renditions. Sound is cut at
/// the frames nearest to them. Without video, the first track of sound gives the boundaries.
package enum Segmenter {
    /// How tracks are cut.
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
        /// Whether a segment has pictures that need the one before: `EXT-X-INDEPENDENT-SEGMENTS` is not true then.
        package let hasOpenGOP: Bool
        /// What has to be said: open GOPs at boundaries, audio that is shorter than video, a frame rate that varies.
        package let warnings: [String]

        /// A result from its parts.
        package init(
            tracks: [TrackSegments],
            boundaries: [MediaTime],
            end: MediaTime,
            hasOpenGOP: Bool = false,
            warnings: [String]
        ) {
            self.tracks = tracks
            self.boundaries = boundaries
            self.end = end
            self.hasOpenGOP = hasOpenGOP
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
        guard let first = tracks.first, options.target.ticks > 0 else {
            return Result(
                tracks: [],
                boundaries: [MediaTime(ticks: 0, timescale: 1)],
                end: MediaTime(ticks: 0, timescale: 1),
                warnings: []
            )
        }
        var times: [TrackTimes] = []
        for track in tracks { times.append(try TrackTimes(track)) }
        let videos = times.filter { $0.timed.track.content == .video }
        let reference = videos.first ?? times[0]
        _ = first
        let ladder = KeyFrameLadder(reference: reference, others: Array(videos.dropFirst()))
        let end = times.map { MediaTime(ticks: $0.end, timescale: $0.timescale) }.max() ?? options.target
        let boundaries =
            [MediaTime(ticks: 0, timescale: reference.timescale)]
            + BoundaryGrid(ladder, target: options.target, end: end).boundaries().map {
                MediaTime(ticks: reference.time(ofSync: $0), timescale: reference.timescale)
            }
        return Result(
            tracks: times.map { TrackCutter($0, boundaries: boundaries, end: end).cut() },
            boundaries: boundaries,
            end: end,
            warnings: []
        )
    }
}
