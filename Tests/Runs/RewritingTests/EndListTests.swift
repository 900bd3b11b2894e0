import Failures
import PresentationFixtures
import Rewriting
import Testing

/// The option `--end`, which makes a clip of a live or EVENT playlist (RFC 8216bis 4.4.3.4).
struct EndListTests {
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"

    @Test(
        arguments: [
            ("a live playlist", "#EXTINF:6,\n0.ts\n", "#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST\n"),
            ("without a last line break", "#EXTINF:6,\n0.ts", "#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST\n"),
            (
                "one that ends stays", "#EXT-X-ENDLIST\n#EXTINF:6,\n0.ts\n",
                "#EXT-X-ENDLIST\n#EXTINF:6,\n0.ts\n"
            ),
            (
                "ranges whose start has left the window go",
                """
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
                #EXT-X-DATERANGE:ID="a",DURATION=2
                #EXT-X-DATERANGE:ID="b",DURATION=2
                #EXT-X-DATERANGE:ID="b",START-DATE="2024-01-01T00:00:00Z"
                #EXTINF:6,
                0.ts

                """,
                """
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
                #EXT-X-DATERANGE:ID="b",DURATION=2
                #EXT-X-DATERANGE:ID="b",START-DATE="2024-01-01T00:00:00Z"
                #EXTINF:6,
                0.ts
                #EXT-X-ENDLIST

                """
            ),
            (
                "what is about segments to come goes",
                """
                #EXT-X-PART-INF:PART-TARGET=2
                #EXTINF:6,
                0.ts
                #EXT-X-KEY:METHOD=AES-128,URI="next"
                #EXT-X-PART:DURATION=2,URI="1.0.ts"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="1.1.ts"
                #EXT-X-RENDITION-REPORT:URI="other.m3u8",LAST-MSN=1
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"
                # a comment

                """,
                """
                #EXT-X-PART-INF:PART-TARGET=2
                #EXTINF:6,
                0.ts
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"
                # a comment
                #EXT-X-ENDLIST

                """
            ),
        ]
    )
    func ends(_ name: String, _ source: String, _ expected: String) throws {
        let found = try RewriteFixture.rewrite(Self.head + source) { $0.endsPlaylists = true }
        #expect(found == Self.head + expected)
        #expect(try RewriteFixture.rewrite(found) { $0.endsPlaylists = true } == found, "again")
    }

    @Test func endsWhatIsCut() throws {
        let source = Self.head + "#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.ts\n"
        let found = try RewriteFixture.rewrite(source) {
            $0.window = .span(from: .seconds(6), to: .seconds(12))
            $0.endsPlaylists = true
        }
        #expect(found == Self.head + "#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n")
    }

    @Test func endsAllPlaylistsInPlace() throws {
        let media = Self.head + "#EXTINF:6,\n0.ts\n"
        let fixture = try RewriteFixture([
            "main.m3u8":
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb.m3u8\n",
            "a.m3u8": media, "b.m3u8": media,
        ])
        var request = fixture.request(inPlace: true)
        request.endsPlaylists = true
        #expect(try fixture.run(request).outcome == "replaced")
        for name in ["a.m3u8", "b.m3u8"] {
            let text = String(decoding: try fixture.tree.directory.read("in/" + name), as: UTF8.self)
            #expect(text == media + "#EXT-X-ENDLIST\n")
        }
        #expect(try fixture.run(request).outcome == "unchanged")
    }

    @Test func refusesWhatSkips() throws {
        let error = #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite(Self.head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:6,\n0.ts\n") {
                $0.endsPlaylists = true
            }
        }
        #expect(error?.description.hasPrefix("main.m3u8:3:") == true)
    }
}
