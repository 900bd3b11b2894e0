import ISOBaseMedia
import Mezzanines
import Testing

@testable import Packaging

/// `FRAME-RATE` from the durations of samples.
struct FrameRateTests {
    /// Returns an index of samples with these durations.
    static func index(_ durations: [UInt32]) -> SampleIndex {
        var index = SampleIndex()
        var time: UInt64 = 0
        for duration in durations {
            index.append(
                MovieSample(
                    decodeTime: time,
                    duration: duration,
                    compositionOffset: 0,
                    offset: 0,
                    size: 1,
                    isSync: true,
                    descriptionIndex: 1
                )
            )
            time += UInt64(duration)
        }
        return index
    }

    /// Returns durations between timestamps that are rounded to ticks, as muxers write them.
    static func rounded(_ numerator: Int64, _ denominator: Int64, timescale: Int64, count: Int64) -> [UInt32]
    {
        let times = (0...count).map { ($0 * denominator * timescale * 2 + numerator) / (2 * numerator) }
        return zip(times, times.dropFirst()).map { UInt32($1 - $0) }
    }

    @Test(
        arguments: [
            ([UInt32](repeating: 1001, count: 240), 24_000, "23.976"),
            ([UInt32](repeating: 512, count: 100), 12_800, "25.000"),
            ([UInt32](repeating: 1001, count: 60), 30_000, "29.970"),
            ([UInt32](repeating: 1001, count: 60), 60_000, "59.940"),
            ([UInt32](repeating: 1, count: 60), 120, "120.000"),
            // 12.5 is not a standard rate, so the measured value is used.
            ([UInt32](repeating: 80, count: 60), 1_000, "12.500"),
            // Time scales in which a picture is not a whole number of ticks: 3753/3754, 41/42, 33/34.
            (rounded(24_000, 1001, timescale: 90_000, count: 500), 90_000, "23.976"),
            (rounded(24_000, 1001, timescale: 1_000, count: 500), 1_000, "23.976"),
            (rounded(30, 1, timescale: 1_000, count: 500), 1_000, "30.000"),
            // The last picture may have a longer duration.
            ([UInt32](repeating: 40, count: 50) + [400], 1_000, "25.000"),
            // For a variable rate, the highest rate of any second.
            ([UInt32](repeating: 40, count: 100) + [UInt32](repeating: 20, count: 200), 1_000, "50.000"),
            // A missing picture; a track of one picture.
            (
                [UInt32](repeating: 40, count: 100) + [80] + [UInt32](repeating: 40, count: 100), 1_000,
                "25.000"
            ),
            ([40], 1_000, "25.000"),
        ] as [([UInt32], UInt32, String)]
    )
    func isTheLargest(durations: [UInt32], timescale: UInt32, expected: String) {
        #expect(FrameRate(Self.index(durations), timescale: timescale)?.text == expected)
    }

    @Test(arguments: [[], [0], [0, 0]] as [[UInt32]])
    func isNotThereWithoutTime(durations: [UInt32]) {
        #expect(FrameRate(Self.index(durations), timescale: 90_000) == nil)
    }

    /// A single short picture does not raise the rate to a thousand.
    @Test func isNotThatOfOnePicture() throws {
        let durations = [UInt32](repeating: 40, count: 100) + [1] + [UInt32](repeating: 40, count: 100)
        let rate = try #require(FrameRate(Self.index(durations), timescale: 1_000))
        // 25 pictures in 24 * 40 + 1 ms.
        #expect(rate.text == "26.015")
    }
}
