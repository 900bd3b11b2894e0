import Failures
import Mezzanines
import Muxing

/// The start of the presentation on the timelines of its inputs.
///
/// MPEG-TS and packed audio with timestamps share one clock. The earliest of these inputs sets the start of
/// all of them, so that an offset between audio and video in two files is kept. MP4 and MOV inputs share
/// another clock in the same way; in recordings, their first sample need not be at 0. All other inputs start
/// at 0.
struct PresentationOrigin: Sendable {
    /// The largest distance between the first timestamps of inputs: 10 s, in ticks of 90 kHz.
    private static let maximumDistance: Int64 = 900_000

    /// The start of the presentation on the timeline of each input, or nil if it is 0.
    private let starts: [MediaTime?]

    /// Finds the start.
    ///
    /// - Parameter mezzanines: the mezzanines of all inputs.
    /// - Throws: `RunFailure` if timestamps are too far apart.
    init(of mezzanines: [Mezzanine]) throws(RunFailure) {
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
        guard spread <= Self.maximumDistance else {
            throw .timestampsApart(
                first: stamped[earliest].path,
                second: stamped[latest].path,
                seconds: Double(spread) / Double(TransportClock.timescale)
            )
        }
        let start = distances[earliest]
        // The start on each input's own timeline, which is unwrapped.
        starts = zip(mezzanines, movieStarts).map { mezzanine, movieStart in
            guard let ownStart = mezzanine.timelineStart else { return movieStart }
            let ticks = ownStart - (Self.distance(from: first.start, to: ownStart) - start)
            return MediaTime(ticks: ticks, timescale: TransportClock.timescale)
        }
    }

    /// Returns the start on the timeline of a track, in ticks of the track.
    ///
    /// - Parameters:
    ///   - index: the index of the input.
    ///   - track: one of its tracks.
    /// - Returns: the start, which is 0 if the timeline begins there.
    func ticks(ofInput index: Int, _ track: SourceTrack) -> Int64 {
        starts[index]?.ticks(of: track.timescale) ?? 0
    }

    /// Returns the signed distance of two timestamps, the shorter way round: they count modulo 2^33.
    private static func distance(from first: Int64, to second: Int64) -> Int64 {
        let wrap = TransportClock.modulus
        let forward = (((second % wrap) - (first % wrap)) % wrap + wrap) % wrap
        return forward >= wrap / 2 ? forward - wrap : forward
    }
}
