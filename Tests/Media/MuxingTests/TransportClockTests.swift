import Mezzanines
import Muxing
import Testing

struct TransportClockTests {
    @Test(
        arguments: [
            (0, 1, 900_000),
            (-1024, 48_000, 900_000 - 1920),
            (1, 3, 930_000),
            // 95443.7176888... s are 2^33 ticks.
            ((1 << 33) - 900_000, 90_000, 0),
            // 2^63 - 1 is 2^33 - 1 modulo 2^33, and -2^63 is 0.
            (.max, 90_000, 899_999),
            (.min, 90_000, 900_000),
        ] as [(Int64, UInt32, UInt64)]
    )
    func roundsAndWraps(_ ticks: Int64, _ timescale: UInt32, _ expected: UInt64) {
        #expect(TransportClock.timestamp(of: MediaTime(ticks: ticks, timescale: timescale)) == expected)
    }
}
