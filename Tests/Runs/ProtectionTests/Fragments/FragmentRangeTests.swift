import PresentationFixtures
import Testing

@testable import Presentations
@testable import Protection

/// Byte ranges of single-file fMP4 whose segments all grow by 50 bytes after their first 100.
struct FragmentRangeTests {
    private static func tree(_ file: [UInt8], _ lines: [String], iFrames: [String] = []) throws -> TreeFixture
    {
        let tree = try TreeFixture([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2
            v.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,URI="i.m3u8"

            """,
            "v.m3u8": TreeFixture.mediaPlaylist(lines),
            "i.m3u8": TreeFixture.mediaPlaylist(["#EXT-X-I-FRAMES-ONLY"] + iFrames),
        ])
        try tree.directory.write(file, to: "in/a.mp4")
        return tree
    }

    private static let section = [UInt8](repeating: 0, count: 100)
    private static let segment = [UInt8](repeating: 1, count: 300)

    @Test func rangesFollow() throws {
        let index = Boxes.index([300, 300])
        let first = 100 + index.count
        let tree = try Self.tree(
            Self.section + index + Self.segment + Self.segment + Boxes.box("free", []) + Self.segment,
            [
                #"#EXT-X-MAP:URI="a.mp4",BYTERANGE="100@0""#, "#EXTINF:6,",
                "#EXT-X-BYTERANGE:300@\(first)", "a.mp4", "#EXTINF:6,", "#EXT-X-BYTERANGE:300", "a.mp4",
                "#EXTINF:6,", "#EXT-X-BYTERANGE:300@\(first + 608)", "a.mp4",
            ],
            iFrames: [
                #"#EXT-X-MAP:URI="a.mp4",BYTERANGE="100@0""#, "#EXTINF:6,",
                "#EXT-X-BYTERANGE:150@\(first)", "a.mp4", "#EXTINF:6,",
                "#EXT-X-BYTERANGE:160@\(first + 300)", "a.mp4", "#EXTINF:6,",
                "#EXT-X-BYTERANGE:300@\(first + 608)", "a.mp4",
            ]
        )
        let planned = try PlannedTree(fragments: tree, .sampleAES(rotation: .seconds(12)))
        #expect(planned.plan.carriedBoxes.count == 2)
        #expect(
            try planned.summarizedLines(0) == [
                "MAP URI=\"a.mp4\",BYTERANGE=\"100@0\"", "KEY all/0", "#EXT-X-BYTERANGE:350@\(first)",
                "a.mp4", "#EXT-X-BYTERANGE:350", "a.mp4", "KEY all/1", "MAP URI=\"a.key1.mp4\"",
                "#EXT-X-BYTERANGE:350@\(first + 708)", "a.mp4",
            ]
        )
        #expect(
            try planned.summarizedLines(1) == [
                "MAP URI=\"a.mp4\",BYTERANGE=\"100@0\"", "KEY all/0", "#EXT-X-BYTERANGE:200@\(first)",
                "a.mp4", "#EXT-X-BYTERANGE:210@\(first + 350)", "a.mp4", "KEY all/1",
                "MAP URI=\"a.key1.mp4\"", "#EXT-X-BYTERANGE:350@\(first + 708)", "a.mp4",
            ]
        )
    }

    /// Bytes that no playlist references are left out, and the bytes after them move up.
    @Test func unnamedBytesAreLeftOut() throws {
        let hidden = Boxes.box("moof", []) + Boxes.box("mdat", [9])
        let tree = try Self.tree(
            Self.section + Self.segment + hidden + Self.segment,
            [
                #"#EXT-X-MAP:URI="a.mp4",BYTERANGE="100@0""#, "#EXTINF:6,", "#EXT-X-BYTERANGE:300@100",
                "a.mp4", "#EXTINF:6,", "#EXT-X-BYTERANGE:300@\(400 + hidden.count)", "a.mp4",
            ]
        )
        let planned = try PlannedTree(fragments: tree, .sampleAES())
        #expect(
            try planned.summarizedLines(0) == [
                "MAP URI=\"a.mp4\",BYTERANGE=\"100@0\"", "KEY all/0", "#EXT-X-BYTERANGE:350@100", "a.mp4",
                "#EXT-X-BYTERANGE:350@450", "a.mp4",
            ]
        )
    }
}
