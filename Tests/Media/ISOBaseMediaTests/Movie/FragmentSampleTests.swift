import Bitstreams
import Testing

@testable import ISOBaseMedia

/// Sample times in fragments.
///
/// `tfdt` has 64 bits (ISO/IEC 14496-12, 8.8.12), and values up to 63 bits are accepted.
struct FragmentSampleTests {
    private static let most = UInt64(Int64.max)

    /// Returns the samples of a track fragment, all of one byte and of the same duration.
    private func samples(
        from time: UInt64,
        count: UInt32,
        duration: UInt32
    ) throws -> FragmentSampleIterator {
        let fragment = box(
            "traf",
            fullBox("tfhd", flags: 0x02_0018, u32(1), u32(duration), u32(1)),
            fullBox("tfdt", version: 1, u64(time)),
            fullBox("trun", flags: 0, u32(count))
        )
        let defaults = fullBox("trex", u32(1), u32(1), u32(0), u32(0), u32(0))
        var fragmentReader = ByteReader(fragment[...], at: 1000)
        var defaultsReader = ByteReader(defaults[...], at: 0)
        return FragmentSampleIterator(
            try TrackFragmentBox(Box(&fragmentReader)),
            defaults: try TrackExtendsBox(Box(&defaultsReader)),
            base: 0,
            decodeTime: 0
        )
    }

    @Test func timesGoUpToTheLast() throws {
        var samples = try samples(from: Self.most - 4, count: 2, duration: 2)
        #expect(try samples.end().decodeTime == Self.most)
        #expect(try samples.next()?.decodeTime == Self.most - 4)
        #expect(try samples.next()?.decodeTime == Self.most - 2)
        #expect(try samples.next() == nil)
        #expect(samples.decodeTime == Self.most)
    }

    @Test(
        arguments: [
            (most - 4, 1, 5), (most, 1, 1), (most + 1, 1, 0), (0xFFFF_FFFC_0000_0C00, 1, 0), (.max, 1, .max),
        ] as [(UInt64, UInt32, UInt32)]
    )
    func timesBeyondAreRefused(time: UInt64, count: UInt32, duration: UInt32) throws {
        var samples = try samples(from: time, count: count, duration: duration)
        #expect(throws: ParseError.self) { try samples.next() }
        #expect(throws: ParseError.self) { try samples.end() }
    }

    /// (2^32 - 1)^2 ticks exceed 2^63.
    @Test func theEndOfManySamplesIsRefused() throws {
        let samples = try samples(from: 0, count: .max, duration: .max)
        #expect(throws: ParseError.self) { try samples.end() }
    }
}
