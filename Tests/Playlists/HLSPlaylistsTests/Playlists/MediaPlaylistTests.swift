import HLSPlaylists
import PlaylistFixtures
import Testing

@Suite struct MediaPlaylistTests {
    @Test func readsThePlaylistTags() throws {
        let playlist = try MediaPlaylist(
            document(
                """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:18446744073709551614
                #EXT-X-DISCONTINUITY-SEQUENCE:3
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-I-FRAMES-ONLY
                #EXTINF:1,
                a
                #EXTINF:1
                b
                #EXT-X-ENDLIST
                """
            )
        )
        #expect(playlist.version == 7)
        #expect(playlist.versionLine == 2)
        #expect(playlist.targetDuration == 6)
        #expect(playlist.mediaSequence == 18_446_744_073_709_551_614)
        #expect(playlist.discontinuitySequence == 3)
        #expect(playlist.playlistType == .vod)
        #expect(playlist.isIFramesOnly)
        #expect(playlist.hasEndList)
        #expect(playlist.segments.map(\.mediaSequence) == [.max - 1, .max])
    }

    @Test func knowsTheDefaults() throws {
        let playlist = try mediaPlaylist()
        #expect(playlist.version == 1)
        #expect(playlist.versionLine == nil)
        #expect(playlist.mediaSequence == 0)
        #expect(playlist.discontinuitySequence == 0)
        #expect(playlist.playlistType == nil)
        #expect(!playlist.isIFramesOnly)
        #expect(!playlist.hasEndList)
        #expect(playlist.segments.isEmpty)
    }

    @Test func placesSegments() throws {
        let playlist = try mediaPlaylist(
            "#EXTINF:1,",
            "a",
            "",
            "# comment",
            "#EXT-X-DISCONTINUITY",
            "#EXT-X-CUE-OUT",
            "#EXTINF:2,title",
            "#EXT-X-GAP",
            "#EXT-X-BYTERANGE:5@7",
            "b c"
        )
        let first = try #require(playlist.segments.first)
        #expect([first.firstLine, first.extinfLine, first.uriLine] == [3, 3, 4])
        #expect(first.uri == "a")
        #expect(!first.hasGap && !first.hasDiscontinuity && first.byteRange == nil)
        let second = try #require(playlist.segments.last)
        #expect([second.index, second.firstLine, second.extinfLine, second.uriLine] == [1, 7, 9, 12])
        #expect(second.mediaSequence == 1)
        #expect(second.uri == "b c")
        #expect(second.hasGap && second.hasDiscontinuity)
        #expect(second.byteRangeLine == 11)
    }

    @Test func listsLowLatencyTags() throws {
        let playlist = try mediaPlaylist(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=3",
            "#EXT-X-PART:DURATION=1,URI=\"p\"",
            "#EXTINF:1,",
            "a",
            "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\""
        )
        #expect(playlist.lowLatencyTags.map(\.line) == [3, 4, 7])
        #expect(playlist.lowLatencyTags.map(\.value) == [.skip, .part, .preloadHint])
    }

    @Test func resolvesByteRanges() throws {
        let playlist = try mediaPlaylist(
            "#EXT-X-BYTERANGE:10@5",
            "#EXTINF:1,",
            "a",
            "#EXTINF:1,",
            "#EXT-X-BYTERANGE:20",
            "a",
            "#EXTINF:1,",
            "#EXT-X-BYTERANGE:3@0",
            "b",
            "#EXTINF:1,",
            "#EXT-X-BYTERANGE:4 ",
            "b",
            "#EXTINF:1,",
            "c"
        )
        #expect(playlist.segments.map { $0.byteRange?.text } == ["10@5", "20@15", "3@0", "4@3", nil])
        #expect(playlist.segments.map(\.byteRangeHasOffset) == [true, false, true, false, false])
        #expect(playlist.segments.map(\.byteRangeLine) == [3, 7, 10, 13, nil])
        #expect(playlist.segments[1].byteRange?.end == 35)
        #expect(playlist.segments[1].byteRange?.tagLine == "#EXT-X-BYTERANGE:20@15")
    }

    @Test func readsInitializationSections() throws {
        let playlist = try mediaPlaylist(
            "#EXTINF:1,",
            "a",
            #"#EXT-X-MAP:URI="i,1.mp4""#,
            "#EXTINF:1,",
            "b",
            "#EXTINF:1,",
            "c",
            #"#EXT-X-MAP:X-A=1, BYTERANGE="720",URI="i2.mp4""#,
            "#EXTINF:1,",
            "d"
        )
        #expect(playlist.segments.map(\.initializationSection) == [nil, 0, 0, 1])
        let sections = playlist.initializationSections
        #expect(sections.map(\.line) == [5, 10])
        #expect(sections.map(\.uri) == ["i,1.mp4", "i2.mp4"])
        #expect(sections.map { $0.byteRange?.text } == [nil, "720@0"])
        let range = try ByteRange(length: 736, offset: 16)
        #expect(try sections[0].tagLine(byteRange: range) == #"#EXT-X-MAP:URI="i,1.mp4",BYTERANGE="736@16""#)
        #expect(
            try sections[1].tagLine(byteRange: range) == #"#EXT-X-MAP:X-A=1, BYTERANGE="736@16",URI="i2.mp4""#
        )
    }

    /// By RFC 8216bis 4.4.4.4 a key applies until the next one of the same format, or NONE.
    @Test func tellsTheKeysInForce() throws {
        let playlist = try mediaPlaylist(
            "#EXTINF:1,",
            "clear",
            #"#EXT-X-MAP:URI="clear""#,
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k0""#,
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k1",KEYFORMAT="com.widevine""#,
            #"#EXT-X-MAP:URI="both""#,
            "#EXTINF:1,",
            "both",
            "#EXTINF:1,",
            "both still",
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2",KEYFORMAT="identity""#,
            "#EXTINF:1,",
            "one replaced",
            "#EXT-X-KEY:METHOD=NONE",
            "#EXTINF:1,",
            "clear again",
            #"#EXT-X-KEY:METHOD=AES-128,URI="k4""#,
            "#EXTINF:1,",
            "one"
        )
        #expect(playlist.segments.map(\.keys) == [[], [0, 1], [0, 1], [1, 2], [], [4]])
        #expect(playlist.initializationSections.map(\.keys) == [[], [0, 1]])
        #expect(playlist.keys.map(\.line) == [6, 7, 13, 16, 19])
        #expect(playlist.keys[3].method == .none)
    }
}
