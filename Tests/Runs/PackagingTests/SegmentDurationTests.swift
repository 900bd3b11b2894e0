import Mezzanines
import Muxing
import TestRandomness
import Testing

@testable import Packaging

/// `EXTINF` and `EXT-X-TARGETDURATION`.
struct SegmentDurationTests {
    static func segments(_ ticks: [Int64], timescale: UInt32, start: Int64 = 0) -> [GeneratedRendition
        .Segment]
    {
        var time = start
        return ticks.map { duration in
            defer { time += duration }
            return GeneratedRendition.Segment(
                location: .init(file: 0),
                start: MediaTime(ticks: time, timescale: timescale),
                duration: MediaTime(ticks: duration, timescale: timescale)
            )
        }
    }

    /// Segments of 1/3 s end at 333333, 666667 and 1000000 microseconds.
    @Test func roundsEnds() {
        #expect(
            SegmentDurations.durations(Self.segments([1, 1, 1], timescale: 3)) == [333_333, 333_334, 333_333]
        )
    }

    /// A gap between segments is not part of the segment before it.
    @Test func keepsGapsOut() {
        let early = Self.segments([2], timescale: 1)
        let late = Self.segments([2], timescale: 1, start: 5)
        #expect(SegmentDurations.durations(early + late) == [2_000_000, 2_000_000])
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func addsNoErrorUp(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let timescale = UInt32.random(in: 1...200_000, using: &random)
        let ticks = (0..<500).map { _ in Int64.random(in: 1...(Int64(timescale) * 10), using: &random) }
        let durations = SegmentDurations.durations(Self.segments(ticks, timescale: timescale))
        var (exact, written): (Int64, Int64) = (0, 0)
        for (tick, duration) in zip(ticks, durations) {
            exact += tick
            written += duration
            let error = abs(Double(exact) / Double(timescale) - Double(written) / 1e6)
            #expect(error <= 0.000_000_51, "seed \(seed)")
        }
    }

    /// Rounded to the nearest second: RFC 8216bis 4.4.3.1.
    @Test(
        arguments: [
            ([6_499_999], 6), ([6_500_000], 7), ([2_000_000, 6_006_000], 6), ([400_000], 1), ([], 1),
        ] as [([Int64], Int64)]
    )
    func targetIsTheGreatest(durations: [Int64], target: Int64) {
        #expect(SegmentDurations.target(of: durations) == target)
    }

    /// An I-frame lasts until the next one, also across segments, and the last one until the end.
    @Test func iFramesLastUntilTheNext() {
        func segment(_ start: Int64, _ duration: Int64, _ iFrames: [Int64]) -> GeneratedRendition.Segment {
            GeneratedRendition.Segment(
                location: .init(file: 0),
                start: MediaTime(ticks: start, timescale: 10),
                duration: MediaTime(ticks: duration, timescale: 10),
                iFrames: iFrames.map { .init(range: 0..<1, start: MediaTime(ticks: $0, timescale: 10)) }
            )
        }
        let durations = SegmentDurations.iFrameDurations([
            segment(0, 40, [-3, 15]), segment(40, 30, [40, 50]),
        ])
        #expect(durations == [1_500_000, 2_500_000, 1_000_000, 2_000_000])
    }

    @Test(
        arguments: [
            (23_976, 3, "23.976"), (5, 6, "0.000005"), (-1_500_000, 6, "-1.500000"), (0, 3, "0.000"),
            (1_000, 3, "1.000"),
        ] as [(Int64, Int, String)]
    )
    func writesDecimals(number: Int64, decimals: Int, text: String) {
        #expect(DecimalText.of(number, decimals: decimals) == text)
    }
}
