import Testing

@testable import MediaProbing

struct PresentationTimesTests {
    private static let wrap: UInt64 = 1 << 33

    private func timing(_ times: [UInt64]) -> MediaTiming? {
        var found = PresentationTimes()
        for time in times { found.add(time) }
        return found.timing(lengthOfFrames: nil, frameCount: nil)
    }

    /// Four pictures of 3600 ticks, in decoding order.
    @Test(arguments: [0, 900_000, wrap - 3600, wrap - 7200, wrap - 1])
    func measuresReorderedPictures(start: UInt64) throws {
        let times = [3600, 10_800, 7200, 0].map { (start + $0) % Self.wrap }
        let found = try #require(timing(times))
        #expect(found.start == MediaTicks(ticks: start, timescale: 90_000))
        #expect(found.length == MediaTicks(ticks: 14_400, timescale: 90_000))
        #expect(found.sampleCount == 4 && found.wraps)
    }

    @Test func tellsNoLengthOfOnePicture() throws {
        #expect(timing([]) == nil)
        #expect(try #require(timing([5])).length == nil)
        #expect(try #require(timing([5, 5])).length == nil)
    }

    @Test func measuresDistances() throws {
        let early = try #require(timing([Self.wrap - 90_000]))
        let late = try #require(timing([270_000]))
        #expect(early.distance(to: late) == .seconds(4))
        // The next segment begins before this one.
        #expect(late.distance(to: early) == nil)
        let packed = MediaTiming(
            start: MediaTicks(ticks: 1, timescale: 1000),
            length: nil,
            sampleCount: 1,
            wraps: false
        )
        #expect(early.distance(to: packed) == nil)
        #expect(packed.distance(to: packed) == .zero)
    }
}
