import KeyStore
import PresentationFixtures
import ProtectionFixtures
import TestRandomness
import Testing

@testable import Protection

/// Many segments of all lengths, encrypted on several threads.
///
/// `openssl enc -d` decrypts each, and neither the number of threads nor that of lanes changes a byte.
struct SegmentLanesTests {
    /// Lengths around the AES block and the 64 KiB that a lane reads at once, and 80 pseudorandom ones.
    private static let lengths: [Int] = {
        var generator = SeededGenerator(seed: 9)
        let borders = [0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 65_552, 131_071, 131_072, 131_073]
        return (borders + (0..<80).map { _ in Int.random(in: 0...200_000, using: &generator) })
            .shuffled(using: &generator)
    }()

    private static func fixture() throws -> RunFixture {
        try RunFixture(
            [
                "main.m3u8": TreeFixture.mediaPlaylist(
                    lengths.indices.flatMap { ["#EXTINF:6,", "\($0).ts"] } + ["#EXT-X-ENDLIST"]
                )
            ],
            media: Dictionary(uniqueKeysWithValues: lengths.enumerated().map { ("\($0).ts", $1) })
        )
    }

    @Test func `openssl decrypts each of many segments`() throws {
        let fixture = try Self.fixture()
        var request = try fixture.request()
        request.jobs = 2
        try fixture.run(request)
        let key = try fixture.key()
        let segments = try fixture.ivs("main.m3u8")
        #expect(segments.count == Self.lengths.count)
        for (name, iv) in segments {
            let ciphertext = try fixture.directory.read("out/" + name)
            let clear = try Command.decrypt(ciphertext, key: key, iv: try #require(iv))
            #expect(clear == (try fixture.directory.read("in/" + name)), "\(name)")
        }
    }

    /// Also with more threads than segments; with one key for all, and with a key for every four segments.
    @Test(arguments: [nil, Duration.seconds(24)])
    func `The number of threads does not show`(rotation: Duration?) throws {
        let fixture = try Self.fixture()
        var results: [[String: [UInt8]]] = []
        for jobs in [1, 2, 3, 7, 64, 200] {
            var policy = ProtectionPolicy()
            policy.schedule = PeriodSchedule(rotation: rotation)
            var request = try fixture.request(policy, output: "out\(jobs)")
            request.jobs = jobs
            try fixture.run(request)
            results.append(try fixture.output("out\(jobs)"))
        }
        #expect(results.allSatisfy { $0 == results[0] })
        #expect(results[0].count == Self.lengths.count + 1)
        let keys = try fixture.keys.store.allRecords()
        #expect(keys.count == (rotation == nil ? 1 : (Self.lengths.count + 3) / 4))
    }
}
