import Failures
import PresentationFixtures
import Presentations
import Testing

@testable import Protection

struct ClearPresentationCheckTests {
    @Test(
        arguments: [
            ("an encrypted playlist", ##"#EXT-X-KEY:METHOD=AES-128,URI="k""##, 3, "AES-128"),
            ("a method to come", ##"#EXT-X-KEY:METHOD=X-NEW,URI="k""##, 3, "X-NEW"),
        ]
    )
    func refusesEncryptedMedia(name: String, key: String, line: Int, method: String) throws {
        let tree = try TreeFixture(media: [key, "#EXTINF:6,", "a.ts"], files: [:])
        let presentation = try tree.presentation()
        #expect(
            throws: RunFailure.alreadyEncrypted(TreePath("main.m3u8"), line: line, method: method),
            "\(name)"
        ) {
            try ClearPresentationCheck.check(presentation)
        }
    }

    @Test func refusesSessionKeysAndPartialSegments() throws {
        let session = try TreeFixture([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://x"
            #EXT-X-STREAM-INF:BANDWIDTH=1
            sd.m3u8
            """,
            "sd.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXT-X-ENDLIST"]),
        ]).presentation()
        #expect(
            throws: RunFailure.alreadyEncrypted(TreePath("main.m3u8"), line: 2, method: "SAMPLE-AES")
        ) {
            try ClearPresentationCheck.check(session)
        }
        let part = #"#EXT-X-PART:DURATION=1,URI="a.1.ts""#
        let partial = try TreeFixture(media: [part, "#EXTINF:6,", "a.ts"], files: [:]).presentation()
        #expect(
            throws: RunFailure.partialSegments(TreePath("main.m3u8"), line: 3, tag: "EXT-X-PART")
        ) {
            try ClearPresentationCheck.check(partial)
        }
    }

    @Test func acceptsNoneLines() throws {
        let lines = ["#EXT-X-KEY:METHOD=NONE", "#EXTINF:6,", "a.ts"]
        try ClearPresentationCheck.check(TreeFixture(media: lines, files: [:]).presentation())
    }
}
