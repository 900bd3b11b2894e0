import ISOBaseMedia
import Mezzanines

/// The frame rate for `FRAME-RATE`: the largest, rounded to three decimals (RFC 8216bis 4.4.6.2).
struct FrameRate: Hashable, Sendable {
    /// The rate in thousandths of a frame per second.
    let thousandths: Int64

    /// The rate with three decimals: `23.976`.
    var text: String { DecimalText.of(thousandths, decimals: 3) }

    /// The upper limit (exclusive) of the constant rates that are recognized, in frames per second.
    private static let highestRate = 300

    /// Computes the rate of a track; nil if its samples have no duration.
    ///
    /// A rate is constant if the multiples of its frame duration match the sample times to within a tick. If
    /// the rate varies, the largest rate over about one second counts, because a single short frame does not
    /// show what a decoder has to do.
    ///
    /// - Parameters:
    ///   - samples: the samples of the track.
    ///   - timescale: the ticks per second of the track.
    init?(_ samples: SampleIndex, timescale: UInt32) {
        let (count, scale) = (samples.count, Int64(timescale))
        guard count > 0 else { return nil }
        guard count > 1 else {
            guard samples[0].duration > 0 else { return nil }
            thousandths = Self.thousandths(frames: 1, ticks: Int64(samples[0].duration), scale)
            return
        }
        let span = Int64(clamping: samples[count - 1].decodeTime &- samples[0].decodeTime)
        guard span > 0 else { return nil }
        if let constant = Self.constantRate(samples, timescale: scale) {
            thousandths = constant
            return
        }
        thousandths = Self.largestRate(samples, frames: count - 1, span: span, scale)
    }

    /// Returns the constant rate in thousandths of a frame per second, or nil if the rate varies.
    ///
    /// The multiples of its frame duration match all sample times to within a tick.
    private static func constantRate(_ samples: SampleIndex, timescale: Int64) -> Int64? {
        let first = samples[0].decodeTime
        let frames = Int64(samples.count - 1)
        let span = Int64(clamping: samples[samples.count - 1].decodeTime &- first)
        let average = Double(frames) * Double(timescale) / Double(span)
        guard average < Double(highestRate) else { return nil }
        let nearest = max(1, Int64((average * 1.001).rounded()))
        let standardRates = [(nearest, Int64(1)), (nearest * 1000, Int64(1001))]
        // Whole rates and NTSC rates (n × 1000/1001) come first, then the rate that the times themselves
        // give.
        for (numerator, denominator) in standardRates + [(frames * timescale, span)] {
            var cursor = samples.samples()
            var isConstant = true
            var number: Int128 = 0
            while isConstant, let sample = cursor.next() {
                let time = Int128(sample.decodeTime) - Int128(first)
                let expected = number * Int128(denominator) * Int128(timescale)
                isConstant = (time * Int128(numerator) - expected).magnitude <= Int128(numerator).magnitude
                number += 1
            }
            guard isConstant else { continue }
            return Int64(
                clamping: (Int128(numerator) * 2000 + Int128(denominator)) / (2 * Int128(denominator))
            )
        }
        return nil
    }

    /// Returns the largest rate of any run of as many frames as an average second has.
    private static func largestRate(
        _ samples: SampleIndex,
        frames: Int,
        span: Int64,
        _ timescale: Int64
    ) -> Int64 {
        let average = Int(clamping: Int128(frames) * Int128(timescale) / Int128(span))
        let window = min(max(1, average), frames)
        var (start, end) = (samples.samples(), samples.samples(from: window))
        var shortestSpan = Int64.max
        while let last = end.next(), let first = start.next() {
            shortestSpan = min(shortestSpan, Int64(clamping: last.decodeTime &- first.decodeTime))
        }
        return thousandths(frames: window, ticks: max(1, shortestSpan), timescale)
    }

    private static func thousandths(frames: Int, ticks: Int64, _ timescale: Int64) -> Int64 {
        let rate = (Int128(frames) * Int128(timescale) * 2000 + Int128(ticks)) / (2 * Int128(ticks))
        return Int64(clamping: rate)
    }
}
