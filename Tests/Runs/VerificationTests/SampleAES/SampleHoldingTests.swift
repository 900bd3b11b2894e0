import ProtectionTerms
import Testing

@testable import Verification

/// `verify` finds nothing wrong with results of `protect --method sample-aes`, with source and without.
struct SampleHoldingTests {
    /// A sample with the numbers of segments and of encrypted segments, by playlist.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sample: String
        let counts: [String: [Int]]
        let options: @Sendable () -> ProtectionOptions

        init(
            _ name: String,
            _ sample: String,
            _ counts: [String: [Int]],
            _ options: @autoclosure @escaping @Sendable () -> ProtectionOptions
        ) {
            testDescription = name
            self.sample = sample
            self.counts = counts
            self.options = options
        }
    }

    private static let tree = "ts/multivariant.m3u8"
    /// Three segments of 4 s with two I-frames each; subtitles stay clear.
    private static let counts = [
        "video/240p/index.m3u8": [3, 3], "video/720p/index.m3u8": [3, 3], "audio/en/index.m3u8": [3, 3],
        "subtitles/en/index.m3u8": [3, 0], "iframes/240p.m3u8": [6, 6], "iframes/720p.m3u8": [6, 6],
    ]
    /// The first segment, and the I-frames in it, begin before 3 s.
    private static let countsAfterLead = [
        "video/240p/index.m3u8": [3, 2], "video/720p/index.m3u8": [3, 2], "audio/en/index.m3u8": [3, 2],
        "subtitles/en/index.m3u8": [3, 0], "iframes/240p.m3u8": [6, 4], "iframes/720p.m3u8": [6, 4],
    ]
    private static let ranges = "ts-byterange/multivariant.m3u8"

    static let cases = [
        Case("FairPlay", tree, counts, .sampleAES()),
        Case("identity", tree, counts, .sampleAES(systems: [.identity])),
        Case("both", tree, counts, .sampleAES(systems: [.fairPlay, .identity])),
        Case(
            "a key per 4 s and rendition",
            tree,
            counts,
            .sampleAES(keyPer: .rendition, rotation: .seconds(4))
        ),
        Case("a clear start of 3 s", tree, countsAfterLead, .sampleAES(clearLead: .seconds(3))),
        Case("byte ranges", ranges, ["index.m3u8": [3, 3], "iframes.m3u8": [6, 6]], .sampleAES()),
        Case(
            "byte ranges with a clear start",
            ranges,
            ["index.m3u8": [3, 2], "iframes.m3u8": [6, 4]],
            .sampleAES(clearLead: .seconds(4))
        ),
        Case("packed audio", "packed-audio/index.m3u8", ["index.m3u8": [4, 4]], .sampleAES()),
        Case(
            "packed audio with a clear start",
            "packed-audio/index.m3u8",
            ["index.m3u8": [4, 3]],
            .sampleAES(clearLead: .seconds(1))
        ),
    ]

    @Test(arguments: cases)
    func holds(_ test: Case) throws {
        let title = try Title(sample: test.sample, test.options())
        let alone = try title.verify()
        #expect(alone.summaries == [])
        #expect(alone.holds)
        let counts = alone.renditions.map { ($0.playlist, [$0.segments, $0.encrypted]) }
        #expect(Dictionary(uniqueKeysWithValues: counts) == test.counts)
        let compared = try title.verifyAgainstSource()
        #expect(compared.summaries == [])
        #expect(compared.holds)
    }
}
