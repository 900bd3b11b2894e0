import PresentationFixtures
import ProtectionTerms
import SampleEncryption
import Testing

@testable import Presentations
@testable import Protection

/// BANDWIDTH is raised if SAMPLE-AES makes the media exceed its value, and only then.
struct BandwidthTests {
    /// Returns the bandwidths after protection, when the second segment has grown by `added` bytes.
    ///
    /// The source has two segments of 4 s and 3760 bytes: 7520 bit/s; an I-frame of 376 bytes: 752 bit/s.
    private static func raised(
        variant: Int,
        iFrames: Int,
        audio: Bool = false,
        averages: (variant: Int, iFrames: Int)? = nil,
        added: UInt64,
        iFrameStart: Int = 188,
        segments: String = "#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n"
    ) throws -> [String] {
        func average(_ value: Int?) -> String { value.map { "AVERAGE-BANDWIDTH=\($0)," } ?? "" }
        let main = [
            "#EXTM3U", #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="a.m3u8""#,
            "#EXT-X-STREAM-INF:BANDWIDTH=\(variant),\(average(averages?.variant))RESOLUTION=2x2\(audio ? #",AUDIO="a""# : "")",
            "v.m3u8",
            #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\#(iFrames),\#(average(averages?.iFrames))RESOLUTION=2x2,URI="i.m3u8""#,
        ]
        let names = ["0.ts", "1.ts", "2.ts", "0.aac"]
        let tree = try TreeFixture(
            [
                "main.m3u8": main.joined(separator: "\n"),
                "v.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + segments,
                "a.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\n0.aac\n",
                "i.m3u8":
                    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:4,\n#EXT-X-BYTERANGE:376@\(iFrameStart)\n1.ts\n",
            ],
            media: Dictionary(uniqueKeysWithValues: names.map { ($0, 3760) })
        )
        let planned = try PlannedTree(tree, .sampleAES(), formats: try SampleFormats.formats(of: names))
        let extents = planned.plan.media.resources.map { resource in
            let isGrown = resource.outputFile == TreePath("1.ts") && added > 0
            let sizeChanges = isGrown ? [OffsetMap.SizeChange(clearOffset: 564, insertedCount: added)] : []
            return OutputExtent(
                length: 3760 + (isGrown ? added : 0),
                map: OffsetMap(sizeChanges: sizeChanges)
            )
        }
        let protector = MultivariantPlaylistProtector(
            multivariant: try #require(planned.presentation.multivariant),
            layout: OutputLayout(planned.plan, extents: extents),
            lines: planned.lines
        )
        let text = String(decoding: try protector.protect(.none), as: UTF8.self)
        #expect(text.split(separator: "\n").count == main.count)
        return text.matches(of: /BANDWIDTH=(\d+)/).map { String($0.1) }
    }

    @Test(
        arguments: [
            ("nothing grew", 7520, 752, 0, ["7520", "752"]),
            // 8 * (3760 + 376) / 4, and for the I-frame 8 * (376 + 376) / 4.
            ("both grew", 7520, 752, 376, ["8272", "1504"]),
            ("there is room", 8272, 1504, 376, ["8272", "1504"]),
            ("it was wrong already", 7519, 1, 376, ["7519", "1"]),
        ] as [(String, Int, Int, UInt64, [String])]
    )
    func raises(name: String, variant: Int, iFrames: Int, added: UInt64, expected: [String]) throws {
        #expect(try Self.raised(variant: variant, iFrames: iFrames, added: added) == expected, "\(name)")
    }

    /// 3760 bytes of audio in 8 s are 3760 bit/s.
    @Test func audioCounts() throws {
        let found = try Self.raised(variant: 11280, iFrames: 2000, audio: true, added: 376)
        #expect(found == ["12032", "2000"])
    }

    /// The averages grow from 7520 to 8 * (2 * 3760 + 376) / 8 bit/s, and from 752 to 1504.
    @Test(
        arguments: [
            (7520, 752, ["8272", "7896", "1504", "1504"]),
            (7896, 1504, ["8272", "7896", "1504", "1504"]),
            (7519, 751, ["8272", "7519", "1504", "751"]),
            (7700, 800, ["8272", "7896", "1504", "1504"]),
        ] as [(Int, Int, [String])]
    )
    func averages(variant: Int, iFrames: Int, expected: [String]) throws {
        let found = try Self.raised(variant: 7520, iFrames: 752, averages: (variant, iFrames), added: 376)
        #expect(found == expected)
    }

    /// AES-128 pads 3,760 bytes to 3,776, which are 8 * 3776 / 4 bit/s.
    ///
    /// A player fetches an I-frame by its range without the padding, even if the range is the whole segment:
    /// 8 * 3760 / 4 bit/s. Without a range it fetches the file.
    @Test(
        arguments: [
            ("#EXT-X-BYTERANGE:376@188\n", 752), ("#EXT-X-BYTERANGE:3760@0\n", 7520), ("", 7552),
        ]
    )
    func measuresIFramesByTheirRanges(range: String, expected: UInt64) throws {
        let main = [
            "#EXTM3U", "#EXT-X-STREAM-INF:BANDWIDTH=1", "v.m3u8",
            #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8""#,
        ]
        let frame = "#EXTINF:4,\n\(range)1.ts\n"
        let tree = try TreeFixture(
            [
                "main.m3u8": main.joined(separator: "\n"),
                "v.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n",
                "i.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-I-FRAMES-ONLY\n" + frame,
            ],
            media: ["0.ts": 3760, "1.ts": 3760]
        )
        let planned = try PlannedTree(tree, ProtectionPolicy())
        let protector = MultivariantPlaylistProtector(
            multivariant: try #require(planned.presentation.multivariant),
            layout: planned.layout,
            lines: planned.lines,
            bandwidths: .measured
        )
        let text = String(decoding: try protector.protect(.none), as: UTF8.self)
        let values = text.matches(of: /[:,]BANDWIDTH=(\d+)/).compactMap { UInt64($0.1) }
        #expect(values == [7552, expected])
    }

    /// The average bit rate can exceed the peak, because the last segment counts only for the average.
    ///
    /// With 1.9 s it is too short for a peak, and together with the previous one too long. Peaks are 7520
    /// bit/s; averages are 8 * 3 * 3760 / 10.3 bit/s of the clear media and 8 * (3 * 3760 + 376) / 10.3 of
    /// protected ones.
    @Test(
        arguments: [(8762, ["9054", "9054"]), (9000, ["9054", "9054"]), (9100, ["9100", "9054"])]
            as [(Int, [String])]
    )
    func isNotBelowTheAverage(variant: Int, expected: [String]) throws {
        let found = try Self.raised(
            variant: variant,
            iFrames: 752,
            averages: (8762, 752),
            added: 376,
            segments: "#EXTINF:4,\n0.ts\n#EXTINF:4.4,\n1.ts\n#EXTINF:1.9,\n2.ts\n"
        )
        #expect(found == expected + ["1504", "1504"])
    }
}
