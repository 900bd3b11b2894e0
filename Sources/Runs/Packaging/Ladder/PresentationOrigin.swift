import Mezzanines
import Muxing

/// Where the presentation starts on the timelines of its inputs.
///
/// Inputs with time stamps are of one clock, so that the earliest of them is the start of all: a difference between audio and video
/// of two files is meant. Movies are of one clock, too, which need not begin at 0 in recordings. Others start at 0.
struct PresentationOrigin: Sendable {
    /// The most that time stamps of the inputs of one presentation start apart: 10 s, in ticks of 90 kHz.
    private static let limit: Int64 = 900_000

    /// Of each input the start of the presentation on its timeline; nil where that starts at 0.
    private let starts: [MediaTime?]

    /// Finds the start.
    ///
    /// - Parameter mezzanines: those of the inputs.
    /// - Throws: `LadderError` where time stamps are too far apart.
    init(of mezzanines: [Mezzanine]) throws(LadderError) {
        let earliestMovie = mezzanines.compactMap(\.movieStart).min()
        let movieStarts = mezzanines.map { $0.kind == .movie ? earliestMovie : nil }
        let stamped = mezzanines.compactMap { mezzanine in
            mezzanine.timelineStart.map { (path: mezzanine.path, start: $0) }
        }
        guard let first = stamped.first else {
            starts = movieStarts
            return
        }
        let distances = stamped.map { Self.distance(from: first.start, to: $0.start) }
        var (earliest, latest) = (0, 0)
        for (index, distance) in distances.enumerated() {
            if distance < distances[earliest] { earliest = index }
            if distance > distances[latest] { latest = index }
        }
        let spread = distances[latest] - distances[earliest]
        guard spread <= Self.limit else {
            throw .apart(
                first: stamped[earliest].path,
                second: stamped[latest].path,
                seconds: Double(spread) / Double(TransportClock.timescale)
            )
        }
        let start = distances[earliest]
        // On each input's own timeline, which is unwrapped.
        starts = zip(mezzanines, movieStarts).map { mezzanine, movieStart in
            guard let own = mezzanine.timelineStart else { return movieStart }
            let ticks = own - (Self.distance(from: first.start, to: own) - start)
            return MediaTime(ticks: ticks, timescale: TransportClock.timescale)
        }
    }

    /// The start on the timeline of a track, in its ticks.
    ///
    /// - Parameters:
    ///   - index: of the input.
    ///   - track: one of its tracks.
    /// - Returns: 0 where the timeline starts there.
    func ticks(ofInput index: Int, _ track: SourceTrack) -> Int64 {
        starts[index]?.ticks(of: track.timescale) ?? 0
    }

    /// From one time stamp to another the shorter way round: time stamps count modulo 2^33.
    private static func distance(from first: Int64, to second: Int64) -> Int64 {
        let wrap = TransportClock.wrap
        let forward = (((second % wrap) - (first % wrap)) % wrap + wrap) % wrap
        return forward >= wrap / 2 ? forward - wrap : forward
    }
}
