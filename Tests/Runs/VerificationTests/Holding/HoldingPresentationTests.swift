import ProtectionTerms
import Testing

@testable import Verification

/// An unchanged presentation from `protect` holds without findings, both with its source and without.
struct HoldingPresentationTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let sample: String
        let options: @Sendable () -> ProtectionOptions
        /// The number of segments and of encrypted segments by playlist, counted by hand in SampleMedia.
        let counts: [String: [Int]]
        /// The number of keys of the presentation.
        let keys: Int

        var testDescription: String { name }

        init(
            _ name: String,
            _ sample: String,
            _ counts: [String: [Int]],
            keys: Int = 1,
            _ options: @autoclosure @escaping @Sendable () -> ProtectionOptions
        ) {
            self.name = name
            self.sample = sample
            self.counts = counts
            self.keys = keys
            self.options = options
        }
    }

    private static let ts = "ts/multivariant.m3u8"
    private static let fmp4 = "fmp4/multivariant.m3u8"
    private static let tsCounts = [
        "audio/en/index.m3u8": [3, 3], "subtitles/en/index.m3u8": [3, 3], "video/240p/index.m3u8": [3, 3],
        "video/720p/index.m3u8": [3, 3], "iframes/240p.m3u8": [6, 6], "iframes/720p.m3u8": [6, 6],
    ]
    private static let fmp4Counts = [
        "audio/en/index.m3u8": [3, 3], "video/240p/index.m3u8": [3, 3], "video/240p/iframes.m3u8": [6, 6],
        "video/720p/index.m3u8": [3, 3], "video/720p/iframes.m3u8": [6, 6],
    ]
    /// 4 s of 12 are clear: the first of three segments of 4 s, the first two of six I-frames.
    private static let tsCountsAfterLead = [
        "audio/en/index.m3u8": [3, 2], "subtitles/en/index.m3u8": [3, 2], "video/240p/index.m3u8": [3, 2],
        "video/720p/index.m3u8": [3, 2], "iframes/240p.m3u8": [6, 4], "iframes/720p.m3u8": [6, 4],
    ]

    static let cases = [
        Case("transport streams, IV per segment", ts, tsCounts, .init()),
        Case("transport streams, sequence numbers", ts, tsCounts, .init(iv: .sequence)),
        Case("transport streams, constant IV", ts, tsCounts, .init(iv: .constant)),
        // Audio with the subtitles, sd (426x240), hd (1280x720).
        Case("a key per class", ts, tsCounts, keys: 3, .init(keyPer: .type, sessionKeys: .all)),
        Case("a key per rendition", ts, tsCounts, keys: 4, .init(keyPer: .rendition)),
        Case("a key per 4 s", ts, tsCounts, keys: 3, .init(rotation: .seconds(4), sessionKeys: .all)),
        Case("a clear start of 3 s", ts, tsCountsAfterLead, .init(clearLead: .seconds(3))),
        Case("fragmented MP4", fmp4, fmp4Counts, .init()),
        Case("fragmented MP4, encrypted init", fmp4, fmp4Counts, .init(encryptsInit: true)),
        Case(
            "fragmented MP4, sequence, encrypted init",
            fmp4,
            fmp4Counts,
            .init(iv: .sequence, encryptsInit: true)
        ),
        Case(
            "byte ranges of a transport stream",
            "ts-byterange/multivariant.m3u8",
            ["index.m3u8": [3, 3], "iframes.m3u8": [6, 6]],
            .init()
        ),
        Case(
            "byte ranges of fragmented MP4, encrypted init, sequence numbers",
            "fmp4-byterange/multivariant.m3u8",
            ["index.m3u8": [6, 6], "iframes.m3u8": [6, 6]],
            .init(iv: .sequence, encryptsInit: true)
        ),
        Case(
            "byte ranges with a clear start",
            "fmp4-byterange/multivariant.m3u8",
            ["index.m3u8": [6, 4], "iframes.m3u8": [6, 4]],
            .init(clearLead: .seconds(4))
        ),
        Case(
            "packed audio from sequence number 7",
            "packed-audio/index.m3u8",
            ["index.m3u8": [4, 4]],
            .init(iv: .sequence)
        ),
        Case("packed audio without a version", "packed-audio/index.m3u8", ["index.m3u8": [4, 4]], .init()),
    ]

    @Test(arguments: cases)
    func holds(_ test: Case) throws {
        let title = try Title(sample: test.sample, test.options())
        let alone = try title.verify()
        #expect(alone.summaries == [])
        #expect(alone.holds)
        let counts = alone.renditions.map { ($0.playlist, [$0.segments, $0.encrypted]) }
        #expect(Dictionary(uniqueKeysWithValues: counts) == test.counts)
        #expect(alone.renditions.allSatisfy { $0.holds })
        #expect(Set(alone.renditions.flatMap(\.keys)).count == test.keys)
        let compared = try title.verifyAgainstSource()
        #expect(compared.summaries == [])
        #expect(compared.holds)
    }

    /// The report has the kinds and the sizes of the clear media, which are those of the sample files.
    @Test func reportNamesKindsAndBytes() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        let lines = try title.verify().renditions
        let byName = Dictionary(uniqueKeysWithValues: lines.map { ($0.name, $0) })
        // 41172 + 42676 + 38164 bytes; 17502 + 17465 + 17492; 173 + 212 + 109.
        #expect(byName["video/240p/index"]?.bytes == 122_012)
        #expect(byName["video/240p/index"]?.kinds == ["MPEG-2 transport stream"])
        #expect(byName["audio/en/index"]?.bytes == 52_459)
        #expect(byName["audio/en/index"]?.kinds == ["packed audio (AAC)"])
        #expect(byName["subtitles/en/index"]?.bytes == 494)
        #expect(byName["subtitles/en/index"]?.kinds == ["WebVTT"])
        // The six ranges of iframes/240p.m3u8: 2820 + 2632 + 2444 + 2444 + 2632 + 2632.
        #expect(byName["iframes/240p"]?.bytes == 15_604)
    }

    /// The root of the source is as many levels above its playlist as the given root.
    @Test func iFramePlaylistBelowItsRoot() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        let source = Title.samples + "/ts/iframes/720p.m3u8"
        let report = try title.verify("out/iframes/720p.m3u8", source: source, root: title.output)
        #expect(report.summaries == [])
        #expect(report.renditions.map(\.name) == ["iframes/720p"])
        // Relative to the folder of the playlist, the URIs leave the tree.
        let outside = try title.verify("out/iframes/720p.m3u8")
        #expect(outside.summaries == [9, 12, 16, 19, 23, 26].map { "media 720p.m3u8:\($0)" })
        #expect(!outside.holds)
    }

    /// A media playlist deep in a tree holds on its own, compared with its own published record.
    @Test(arguments: ["video/240p/index.m3u8", "video/720p/index.m3u8", "audio/en/index.m3u8"])
    func mediaPlaylistOnItsOwn(_ playlist: String) throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        let report = try title.verify("out/" + playlist)
        #expect(report.summaries == [])
        #expect(report.holds)
    }
}
