import Mezzanines
import TestRandomness
import Testing

@testable import Muxing

struct StreamTimestampsTests {
    /// The fast arithmetic rounds like `MediaTime`.
    @Test(arguments: [1, 2, 3, 24_000, 44_100, 90_000, 10_000_000, .max] as [UInt32])
    func roundsAsMediaTime(_ timescale: UInt32) {
        var random = SeededGenerator(seed: UInt64(timescale))
        let times = StreamTimestamps(
            TimedTrack(track: SyntheticTracks.video([], timescale: timescale), origin: 0),
            samples: 0..<0
        )
        for _ in 0..<500 {
            let bits = Int.random(in: 1...62, using: &random)
            let time = Int64.random(in: -(1 << bits)...(1 << bits), using: &random)
            let expected = MediaTime(ticks: time, timescale: timescale).ticks(of: 90_000) &+ 900_000
            #expect(times.ticks(time) == expected, "\(time)")
        }
        for half in [Int64(timescale) / 2, -Int64(timescale) / 2, Int64(timescale), 0] {
            let expected = MediaTime(ticks: half, timescale: timescale).ticks(of: 90_000) + 900_000
            #expect(times.ticks(half) == expected)
        }
    }
}
