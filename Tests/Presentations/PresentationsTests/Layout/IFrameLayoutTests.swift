import Failures
import PresentationFixtures
import Testing

@testable import Presentations

/// I-frame playlists reference byte ranges within the segments of other playlists (RFC 8216bis 4.4.3.6).
struct IFrameLayoutTests {
    /// Returns a presentation of `x.m3u8` and the I-frame playlist `i.m3u8`.
    private static func tree(
        segments: [String],
        iFrames: [String],
        files: [String: Int]
    ) throws -> TreeFixture {
        try TreeFixture(
            [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360
                x.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
                """,
                "x.m3u8": TreeFixture.mediaPlaylist(segments),
                "i.m3u8": TreeFixture.mediaPlaylist(["#EXT-X-I-FRAMES-ONLY"] + iFrames),
            ],
            media: files
        )
    }

    @Test func iFramesAreInsideUnits() throws {
        let tree = try Self.tree(
            segments: [
                "#EXTINF:6,", "#EXT-X-BYTERANGE:100@10", "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:90", "a.ts",
                "#EXTINF:6,", "b.ts",
            ],
            iFrames: [
                "#EXTINF:6,", "#EXT-X-BYTERANGE:30@10", "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:20@180",
                "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:50@0", "b.ts", "#EXTINF:6,", "b.ts",
            ],
            files: ["a.ts": 300, "b.ts": 50]
        )
        let layout = try tree.layout()
        #expect(layout.resourceTexts == ["a.ts 10..<110", "a.ts 110..<200", "b.ts 0..<50"])
        #expect(
            layout.segments.last == [
                MediaReference(resource: 0, range: 0..<30, hasByteRange: true),
                MediaReference(resource: 1, range: 70..<90, hasByteRange: true),
                MediaReference(resource: 2, range: 0..<50, hasByteRange: true),
                MediaReference(resource: 2, range: 0..<50, hasByteRange: false),
            ]
        )
    }

    @Test func gapsInIFramePlaylistsHaveNoBytes() throws {
        let tree = try Self.tree(
            segments: ["#EXTINF:6,", "a.ts"],
            iFrames: [
                "#EXT-X-GAP", "#EXTINF:6,", "missing.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:5@5", "a.ts",
            ],
            files: ["a.ts": 30]
        )
        let layout = try tree.layout()
        #expect(layout.resourceTexts == ["a.ts 0..<30"])
        #expect(layout.segments.last?.map { $0?.range } == [nil, 5..<10])
    }

    /// All bytes except those of EXT-X-MAP are one media resource.
    @Test func aFileOfIFramesOnlyIsOneUnit() throws {
        let tree = try Self.tree(
            segments: ["#EXTINF:6,", "a.ts"],
            iFrames: [
                #"#EXT-X-MAP:URI="i.mp4",BYTERANGE="40@0""#, "#EXTINF:6,", "#EXT-X-BYTERANGE:30@50", "i.mp4",
                "#EXTINF:6,", "#EXT-X-BYTERANGE:20@80", "i.mp4",
            ],
            files: ["a.ts": 1, "i.mp4": 120]
        )
        let layout = try tree.layout()
        #expect(layout.resourceTexts == ["a.ts 0..<1", "i.mp4 0..<40 i", "i.mp4 40..<120"])
        #expect(layout.segments.last?.map { $0?.resource } == [2, 2])
        #expect(layout.segments.last?.map { $0?.range } == [10..<40, 40..<60])
    }

    @Test func anIFramePlaylistMayStandAlone() throws {
        let tree = try TreeFixture(
            media: ["#EXT-X-I-FRAMES-ONLY", "#EXTINF:6,", "#EXT-X-BYTERANGE:30@10", "a.ts"],
            files: ["a.ts": 50]
        )
        let layout = try tree.layout()
        #expect(layout.resourceTexts == ["a.ts 0..<50"])
        #expect(layout.segments == [[MediaReference(resource: 0, range: 10..<40, hasByteRange: true)]])
    }

    @Test(
        arguments: [
            ("over a border of two segments", "10@95", ["100@0", "100@100"]),
            ("between two segments", "10@110", ["100@0", "50@150"]),
            ("behind the last segment", "10@105", ["100@0"]),
            ("partly before the first segment", "10@15", ["100@20"]),
        ]
    )
    func refusesIFramesOutsideSegments(name: String, range: String, segments: [String]) throws {
        let tree = try Self.tree(
            segments: segments.flatMap { ["#EXTINF:6,", "#EXT-X-BYTERANGE:" + $0, "a.ts"] },
            iFrames: ["#EXTINF:6,", "#EXT-X-BYTERANGE:" + range, "a.ts"],
            files: ["a.ts": 300]
        )
        let origin = MediaReference.Origin(rendition: 1, playlist: TreePath("i.m3u8"), line: 6)
        #expect(
            throws: RunFailure.iFrameOutsideSegments(file: TreePath("a.ts"), range: range, origin),
            "\(name)"
        ) {
            try tree.layout()
        }
    }

    @Test func refusesAnIFrameInsideTheSection() throws {
        let tree = try TreeFixture(
            media: [
                "#EXT-X-I-FRAMES-ONLY", #"#EXT-X-MAP:URI="i.mp4",BYTERANGE="40@0""#, "#EXTINF:6,",
                "#EXT-X-BYTERANGE:20@30", "i.mp4",
            ],
            files: ["i.mp4": 120]
        )
        #expect(
            throws: RunFailure.iFrameOutsideSegments(
                file: TreePath("i.mp4"),
                range: "20@30",
                .main(7)
            )
        ) {
            try tree.layout()
        }
    }
}
