import Failures
import PresentationFixtures
import SampleEncryption
import Testing

@testable import Presentations

/// Short descriptions of the media resources of a layout.
extension MediaLayout {
    /// The media resources as `FILE START..<END`, with `i` for an initialization section.
    var resourceTexts: [String] {
        resources.map { resource in
            let range =
                "\(resource.file) \(resource.clearRange.lowerBound)..<\(resource.clearRange.upperBound)"
            return resource.content == .initialization ? range + " i" : range
        }
    }
}

struct MediaLayoutTests {
    @Test func wholeFilesAreUnits() throws {
        let tree = try TreeFixture(
            media: ["#EXTINF:6,", "a.ts", "#EXTINF:6,", "v/b.ts?x", "#EXTINF:6,", "a.ts"],
            files: ["a.ts": 10, "v/b.ts": 0]
        )
        let layout = try tree.layout()
        #expect(layout.resourceTexts == ["a.ts 0..<10", "v/b.ts 0..<0"])
        #expect(
            layout.segments == [
                [
                    MediaReference(resource: 0, range: 0..<10, hasByteRange: false),
                    MediaReference(resource: 1, range: 0..<0, hasByteRange: false),
                    MediaReference(resource: 0, range: 0..<10, hasByteRange: false),
                ]
            ]
        )
        #expect(layout.resources[0].origin == .main(4))
    }

    @Test func rangesAndSectionsAreUnits() throws {
        let tree = try TreeFixture(
            media: [
                #"#EXT-X-MAP:URI="m.mp4",BYTERANGE="20@0""#, "#EXTINF:6,", "#EXT-X-BYTERANGE:30@20", "m.mp4",
                "#EXTINF:6,", "#EXT-X-BYTERANGE:50", "m.mp4", #"#EXT-X-MAP:URI="n.mp4""#, "#EXTINF:6,",
                "#EXT-X-BYTERANGE:30@20", "m.mp4",
            ],
            files: ["m.mp4": 100, "n.mp4": 7]
        )
        let layout = try tree.layout()
        #expect(
            layout.resourceTexts == ["m.mp4 0..<20 i", "n.mp4 0..<7 i", "m.mp4 20..<50", "m.mp4 50..<100"]
        )
        #expect(layout.segments.first?.map { $0?.resource } == [2, 3, 2])
        #expect(layout.segments.first?.map { $0?.hasByteRange } == [true, true, true])
        #expect(layout.initializationSections.map { $0.map(\.resource) } == [[0, 1]])
        // In the order of their first use in the playlist, each once.
        #expect(layout.resources(ofRendition: 0, in: try tree.presentation()) == [0, 2, 3, 1])
    }

    @Test func unitsAreSharedBetweenRenditions() throws {
        let tree = try TreeFixture(
            [
                "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n"
                    + "#EXT-X-STREAM-INF:BANDWIDTH=2\nv/y.m3u8\n",
                "x.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "v/a.ts"]),
                "v/y.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "b.ts", "#EXTINF:6,", "a.ts"]),
            ],
            media: ["v/a.ts": 10, "v/b.ts": 11]
        )
        let layout = try tree.layout()
        #expect(layout.resourceTexts == ["v/a.ts 0..<10", "v/b.ts 0..<11"])
        #expect(layout.segments.map { $0.map { $0?.resource } } == [[0], [1, 0]])
        #expect(layout.resources.map(\.origin.rendition) == [0, 1])
    }

    @Test func gapsHaveNoBytes() throws {
        let tree = try TreeFixture(
            media: ["#EXTINF:6,", "a.ts", "#EXT-X-GAP", "#EXTINF:6,", "missing.ts", "#EXTINF:6,", "b.ts"],
            files: ["a.ts": 10, "b.ts": 10]
        )
        let layout = try tree.layout()
        #expect(layout.resourceTexts == ["a.ts 0..<10", "b.ts 0..<10"])
        #expect(layout.segments.first?.map { $0?.resource } == [0, nil, 1])
    }

    /// A whole file and a range that covers it are the same media resource.
    @Test func aRangeOverTheWholeFileIsTheFile() throws {
        let tree = try TreeFixture(
            media: ["#EXTINF:6,", "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:10@0", "a.ts"],
            files: ["a.ts": 10]
        )
        #expect(try tree.layout().resourceTexts == ["a.ts 0..<10"])
    }

    @Test(
        arguments: [
            ("by one byte", "10@0", "10@9", 5, 8),
            ("one inside the other", "30@0", "10@10", 5, 8),
            ("the same start", "10@5", "11@5", 5, 8),
            ("the same end, the later one first", "10@20", "30@0", 8, 5),
        ]
    )
    func refusesOverlaps(name: String, first: String, second: String, line: Int, otherLine: Int) throws {
        let tree = try TreeFixture(
            media: [
                "#EXTINF:6,", "#EXT-X-BYTERANGE:" + first, "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:" + second,
                "a.ts",
            ],
            files: ["a.ts": 30]
        )
        #expect(
            throws: RunFailure.overlappingRanges(
                file: TreePath("a.ts"),
                .main(line),
                .main(otherLine)
            ),
            "\(name)"
        ) {
            try tree.layout()
        }
    }

    /// An empty range would share the IV of the range after it.
    @Test(arguments: ["0@0", "0@10", "0@30"])
    func refusesEmptyRanges(range: String) throws {
        let tree = try TreeFixture(
            media: ["#EXTINF:6,", "#EXT-X-BYTERANGE:" + range, "a.ts"],
            files: ["a.ts": 30]
        )
        #expect(throws: RunFailure.emptyByteRange(.main(5))) { try tree.layout() }
    }

    @Test func refusesAWholeFileBesideARange() throws {
        let tree = try TreeFixture(
            media: [#"#EXT-X-MAP:URI="a.mp4",BYTERANGE="10""#, "#EXTINF:6,", "a.mp4"],
            files: ["a.mp4": 30]
        )
        #expect(throws: RunFailure.overlappingRanges(file: TreePath("a.mp4"), .main(3), .main(5))) {
            try tree.layout()
        }
    }

    @Test(
        arguments: [
            ("one byte too long", "11@20", "11@20"), ("behind the end", "1@30", "1@30"),
            ("the largest end", "15@18446744073709551600", "15@18446744073709551600"),
        ]
    )
    func refusesRangesBeyondTheFile(name: String, written: String, range: String) throws {
        let tree = try TreeFixture(
            media: ["#EXTINF:6,", "#EXT-X-BYTERANGE:" + written, "a.ts"],
            files: ["a.ts": 30]
        )
        #expect(
            throws: RunFailure.byteRangeBeyondFile(
                file: TreePath("a.ts"),
                range: range,
                size: 30,
                .main(5)
            ),
            "\(name)"
        ) {
            try tree.layout()
        }
    }

    @Test func refusesASegmentThatIsASection() throws {
        let tree = try TreeFixture(
            media: [#"#EXT-X-MAP:URI="a.mp4""#, "#EXTINF:6,", "a.mp4"],
            files: ["a.mp4": 30]
        )
        #expect(
            throws: RunFailure.segmentIsInitializationSection(
                file: TreePath("a.mp4"),
                .main(5),
                .main(3)
            )
        ) {
            try tree.layout()
        }
    }

    @Test(
        arguments: [
            ("a missing file", "b.ts", 2 as Int32), ("a folder", "folder", 21),
            ("a file as a folder", "a.ts/b.ts", 20),
        ]
    )
    func refusesUnreadableMedia(name: String, uri: String, code: Int32) throws {
        let tree = try TreeFixture(media: ["#EXTINF:6,", uri], files: ["a.ts": 1, "folder/x": 1])
        let failure = SystemCallError("open", path: tree.root + "/" + uri, code: code)
        #expect(throws: RunFailure.media(file: TreePath(uri), .main(4), failure), "\(name)") {
            try tree.layout()
        }
    }

    @Test(
        arguments: [
            ("a segment above the root", ["#EXTINF:6,", "../a.ts"], "../a.ts", 4, .leavesTree),
            (
                "a map elsewhere", [#"#EXT-X-MAP:URI="http://h/i""#, "#EXTINF:6,", "a.ts"], "http://h/i", 3,
                .remote(scheme: "http")
            ),
        ] as [(String, [String], String, Int, URIResolution.Failure)]
    )
    func refusesURIs(
        name: String,
        lines: [String],
        uri: String,
        line: Int,
        failure: URIResolution.Failure
    ) throws {
        let tree = try TreeFixture(media: lines, files: ["a.ts": 1])
        #expect(
            throws: RunFailure.uri(uri, playlist: TreePath("main.m3u8"), line: line, failure),
            "\(name)"
        ) {
            try tree.layout()
        }
    }
}
