import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct MultivariantPlaylistTests {
    @Test func readsEverything() throws {
        let playlist = try MultivariantPlaylist(
            document(
                """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-DEFINE:NAME="base",VALUE="https://cdn"
                #EXT-X-SESSION-DATA:DATA-ID="com.a",URI="{$base}/d.json"
                #EXT-X-SESSION-DATA:DATA-ID="com.b",VALUE="v"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English, main",LANGUAGE="en",URI="{$base}/a.m3u8"
                #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1"
                #EXT-X-STREAM-INF:BANDWIDTH=2000,AVERAGE-BANDWIDTH=1500,CODECS="avc1,mp4a",RESOLUTION=640x360,\
                AUDIO="a",VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS="c"

                # comment
                {$base}/v.m3u8
                #EXT-X-STREAM-INF:PROGRAM-ID=1, BANDWIDTH=1000,CLOSED-CAPTIONS=NONE
                w.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=500,URI="i.m3u8",RESOLUTION=640x360
                """
            )
        )
        #expect(playlist.version == 8)
        #expect(playlist.versionLine == 2)
        #expect(playlist.hasIndependentSegments)
        #expect(playlist.variables == VariableScope(["base": "https://cdn"]))
        #expect(playlist.sessionData.map(\.uri) == ["https://cdn/d.json", nil])
        #expect(playlist.sessionData.map(\.dataID) == ["com.a", "com.b"])
        #expect(playlist.sessionKeyInsertionLine == 4)

        #expect(playlist.renditions.map(\.type) == [.audio, .closedCaptions])
        #expect(playlist.renditions.map(\.uri) == ["https://cdn/a.m3u8", nil])
        #expect(playlist.renditions[0].name == "English, main")
        #expect(playlist.renditions[0].groupID == "a")
        #expect(playlist.renditions[0].language == "en")

        let first = playlist.variants[0]
        #expect([first.line, first.uriLine] == [9, 12])
        #expect(first.uri == "https://cdn/v.m3u8")
        #expect(first.bandwidth == 2000)
        #expect(first.averageBandwidth == 1500)
        #expect(first.codecs == "avc1,mp4a")
        #expect(first.resolution == Resolution(width: 640, height: 360))
        #expect([first.audio, first.video, first.subtitles, first.closedCaptions] == ["a", "v", "s", "c"])
        let second = playlist.variants[1]
        #expect(second.bandwidth == 1000)
        #expect(second.closedCaptions == nil)
        #expect(second.attributes.names == ["PROGRAM-ID", "BANDWIDTH", "CLOSED-CAPTIONS"])
        #expect(playlist.iFrameVariants.map(\.uri) == ["i.m3u8"])
        #expect(playlist.iFrameVariants.map(\.line) == [15])
    }

    @Test(arguments: [
        ("after the first line", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", 1),
        (
            "after the head",
            "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-START:TIME-OFFSET=0\n\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", 3
        ),
        (
            "after session keys",
            "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n# comment\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n",
            2
        ),
        (
            "before the first rendition",
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\"\n#EXT-X-INDEPENDENT-SEGMENTS\n"
                + "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n", 1
        ),
    ])
    func tellsWhereSessionKeysGo(name: String, playlist: String, line: Int) throws {
        #expect(try MultivariantPlaylist(document(playlist)).sessionKeyInsertionLine == line)
    }

    @Test func readsSessionKeys() throws {
        let playlist = try MultivariantPlaylist(
            document("#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"skd:1\",KEYFORMAT=\"f\"\n")
        )
        let key = EncryptionKey(method: .sampleAES, uri: "skd:1", keyFormat: "f")
        #expect(playlist.sessionKeys == [Located(line: 2, key)])
    }

    @Test(
        arguments: [
            ("truncated", "#EXT-X-STREAM-INF:BANDWIDTH=1\n", 2, .tag(.missingURI(after: .streamInformation))),
            (
                "STREAM-INF without URI", "#EXT-X-STREAM-INF:BANDWIDTH=1\n#EXT-X-STREAM-INF:BANDWIDTH=1\na",
                2,
                .tag(.missingURI(after: .streamInformation))
            ),
            ("URI alone", "a\n", 2, .tag(.undescribedURI(missing: .streamInformation))),
            ("KEY", "#EXT-X-KEY:METHOD=NONE", 2, .tag(.wrongPlaylistKind(.key, in: .multivariant))),
            (
                "no BANDWIDTH", "#EXT-X-STREAM-INF:\na", 2,
                .attribute(.missing("BANDWIDTH", tag: .streamInformation))
            ),
            (
                "I-frame variant without URI", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1", 2,
                .attribute(.missing("URI", tag: .iFrameStreamInformation))
            ),
            ("MEDIA without TYPE", "#EXT-X-MEDIA:NAME=\"a\"", 2, .attribute(.missing("TYPE", tag: .media))),
            (
                "MEDIA of another type", "#EXT-X-MEDIA:TYPE=SMELL", 2,
                .attribute(
                    .invalid(
                        "TYPE",
                        found: Excerpt("SMELL".utf8),
                        expected: "AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS"
                    )
                )
            ),
            (
                "closed captions with URI",
                "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"c\",URI=\"c\"", 2,
                .attribute(.forbidden("URI", reason: "closed captions are in the video"))
            ),
            (
                "session key NONE", "#EXT-X-SESSION-KEY:METHOD=NONE", 2,
                .attribute(.invalid("METHOD", expected: "a method other than NONE in EXT-X-SESSION-KEY"))
            ),
        ] as [(String, String, Int, PlaylistError.Problem)]
    )
    func refuses(name: String, lines: String, line: Int, expected: PlaylistError.Problem) {
        let error = problem { try MultivariantPlaylist(document("#EXTM3U\n" + lines)) }
        #expect(error?.problem == expected)
        #expect(error?.line == line)
    }
}
