import ISOBaseMedia
import Mezzanines

/// The time stamps of the samples of a track, in ticks of 90 kHz, not yet wrapped.
struct StreamTimestamps: Sendable {
    private let timescale: UInt32
    private let presentationShift: Int64
    private let decodingShift: Int64

    /// Prepares the time stamps of a track.
    ///
    /// Decoding times are those of the track. If composition offsets are negative (`ctts` version 1), all
    /// decoding times are reduced by the magnitude of the smallest one, as no sample may be presented before
    /// it is decoded.
    ///
    /// - Parameters:
    ///   - timed: the track.
    ///   - samples: the packaged samples, by index in the track.
    init(_ timed: TimedTrack, samples: Range<Int>) {
        timescale = timed.track.timescale
        presentationShift = timed.shift
        var cursor = timed.track.samples.samples(from: samples.lowerBound)
        var least: Int32 = 0
        for _ in samples {
            guard let sample = cursor.next() else { break }
            least = min(least, sample.compositionOffset)
        }
        decodingShift = timed.shift &+ Int64(least)
    }

    /// Returns the PTS of a sample.
    func presentationTime(of sample: MovieSample) -> Int64 {
        ticks(presentation(of: sample))
    }

    /// Returns the DTS of a sample.
    func decodingTime(of sample: MovieSample) -> Int64 {
        ticks(Int64(clamping: sample.decodeTime) &+ decodingShift)
    }

    /// Returns the presentation time of a sample in the presentation.
    func start(of sample: MovieSample) -> MediaTime {
        MediaTime(ticks: presentation(of: sample), timescale: timescale)
    }

    /// Converts a time of the presentation in ticks of the track to a time stamp.
    func ticks(_ time: Int64) -> Int64 {
        let (scaled, isTooLarge) = time.multipliedReportingOverflow(by: Int64(TransportClock.timescale))
        guard !isTooLarge else {
            let ticks = MediaTime(ticks: time, timescale: timescale).ticks(of: TransportClock.timescale)
            return ticks &+ TransportClock.presentationStart
        }
        // Rounds as `MediaTime.ticks(of:)` does, but in 64 bits for speed: it is called twice per sample.
        let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: Int64(timescale))
        let rounding: Int64 = remainder.magnitude * 2 >= UInt64(timescale) ? (scaled < 0 ? -1 : 1) : 0
        return quotient &+ rounding &+ TransportClock.presentationStart
    }

    private func presentation(of sample: MovieSample) -> Int64 {
        Int64(clamping: sample.decodeTime) &+ Int64(sample.compositionOffset) &+ presentationShift
    }
}
