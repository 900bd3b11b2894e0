import Failures
import PresentationFixtures
import Rewriting
import Testing

/// Cuts of playlists with partial segments and byte ranges of these (RFC 8216bis 4.4.4.9).
struct WindowPartTests {
    @Test(arguments: [
        WindowCase(
            testDescription: "the end goes with its parts and hints",
            window: .span(from: .zero, to: .seconds(6)),
            source: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-PART-INF:PART-TARGET=3
                #EXT-X-PART:DURATION=3,URI="0.0.m4s"
                #EXT-X-PART:DURATION=3,URI="0.1.m4s"
                #EXTINF:6,
                0.m4s
                #EXT-X-PART:DURATION=3,URI="1.0.m4s"
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"
                #EXTINF:6,
                1.m4s
                #EXT-X-PART:DURATION=3,URI="2.0.m4s"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="2.1.m4s"
                #EXT-X-RENDITION-REPORT:URI="../a.m3u8",LAST-MSN=1,LAST-PART=0

                """,
            expected: """
                #EXTM3U
                #EXT-X-VERSION:9
                #EXT-X-TARGETDURATION:6
                #EXT-X-PART-INF:PART-TARGET=3
                #EXT-X-PART:DURATION=3,URI="0.0.m4s"
                #EXT-X-PART:DURATION=3,URI="0.1.m4s"
                #EXTINF:6,
                0.m4s
                #EXT-X-DATERANGE:ID="a",START-DATE="2024-01-01T00:00:00Z"

                """
        )
    ])
    func cuts(_ test: WindowCase) throws {
        try test.check()
    }

    private static let part = "#EXT-X-PART:DURATION=3,URI=\"a\""
    private static let whole = ["#EXTINF:6,", "a"]

    @Test(arguments: [
        ("a range of another segment's part", part + ",BYTERANGE=\"4\"", "has no start"),
        ("no range before it", "#EXT-X-PART:DURATION=3,URI=\"b\",BYTERANGE=\"4\"", "has no start"),
        ("an end beyond 2^64 - 1", part + ",BYTERANGE=\"2@18446744073709551615\"", "is too large"),
        ("no range", part + ",BYTERANGE=\"x\"", "bad value"),
    ])
    func refusesRangesThatCannotBeTold(_ name: String, _ line: String, _ message: String) throws {
        let first = [Self.part + ",BYTERANGE=\"4@0\""] + Self.whole
        let lines = first + [line] + Self.whole
        let error = #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite(TreeFixture.mediaPlaylist(lines)) { $0.window = .last(.seconds(6)) }
        }
        #expect(error?.failureClass == .malformed)
        let text = try #require(error?.description)
        #expect(text.hasPrefix("main.m3u8:6:") && text.contains(message), "\(text)")
        // Malformed lines do no harm where they are cut off.
        let rewritten = try RewriteFixture.rewrite(TreeFixture.mediaPlaylist([line] + Self.whole + first)) {
            $0.window = .last(.seconds(6))
        }
        #expect(!rewritten.contains(line) && rewritten.contains(first[0]))
    }
}
