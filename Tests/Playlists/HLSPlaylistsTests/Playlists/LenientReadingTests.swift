import HLSPlaylists
import PlaylistFixtures
import Testing

/// `reading` reports all problems, and continues with the rest.
@Suite struct LenientReadingTests {
    private static func media(_ lines: String...) throws -> MediaPlaylist {
        let head = ["#EXTM3U", "#EXT-X-TARGETDURATION:10"]
        let reading = MediaPlaylist.reading(try document((head + lines).joined(separator: "\n")))
        #expect(reading.problems == reading.playlist.problems)
        return reading.playlist
    }

    @Test func replacesADurationThatHasNoURI() throws {
        let playlist = try Self.media("#EXTINF:1,", "#EXTINF:2,", "a")
        #expect(playlist.segments.map(\.duration) == [.seconds(2)])
        #expect(playlist.problems.map(\.line) == [3])
        #expect(playlist.problems.map(\.problem) == [.tag(.missingURI(after: .segmentInformation))])
    }

    @Test func keepsASegmentWithoutItsDuration() throws {
        let playlist = try Self.media("#EXTINF:x,title", "a", "#EXTINF:2,", "b")
        #expect(playlist.segments.map(\.uri) == ["a", "b"])
        #expect(playlist.segments.map(\.duration) == [.zero, .seconds(2)])
        #expect(playlist.problems.map(\.line) == [3])
    }

    @Test(arguments: [
        ("malformed", "#EXT-X-BYTERANGE:x", "b", 6), ("continues nothing", "#EXT-X-BYTERANGE:1", "b", 6),
        ("undefined variable", "", "{$b}", 7),
    ])
    func leavesSegmentsOutButCountsThem(name: String, tag: String, uri: String, line: Int) throws {
        let playlist = try Self.media("#EXTINF:1,", "a", "#EXTINF:2,", tag, uri, "#EXTINF:3,", "c")
        #expect(playlist.segments.map(\.uri) == ["a", "c"])
        #expect(playlist.segments.map(\.mediaSequence) == [0, 2])
        #expect(playlist.segments.map(\.index) == [0, 1])
        #expect(playlist.segments.map(\.start) == [.zero, .seconds(3)])
        #expect(playlist.problems.map(\.line) == [line])
    }

    @Test func leavesOutURIsThatNothingDescribes() throws {
        let playlist = try Self.media("a", "#EXTINF:1,", "b", "c", "#EXT-X-BYTERANGE:1@0")
        #expect(playlist.segments.map(\.uri) == ["b"])
        #expect(playlist.problems.map(\.line) == [3, 6, 7])
    }

    @Test func keepsTheFirstOfTagsThatStandOnce() throws {
        let playlist = try Self.media("#EXT-X-TARGETDURATION:5", "#EXT-X-STREAM-INF:BANDWIDTH=1")
        #expect(playlist.targetDuration == 10)
        let problems: [PlaylistError.Problem] = [
            .tag(.duplicate(.targetDuration, firstLine: 2)),
            .tag(.wrongPlaylistKind(.streamInformation, in: .media)),
        ]
        #expect(playlist.problems.map(\.problem) == problems)
    }

    @Test func saysThatTheTargetDurationIsMissing() throws {
        let reading = MediaPlaylist.reading(try document("#EXTM3U\n#EXTINF:1,\na\n"))
        #expect(reading.playlist.targetDuration == 0)
        #expect(reading.playlist.segments.count == 1)
        #expect(reading.problems.map(\.problem) == [.tag(.missing(.targetDuration))])
    }

    @Test func keepsTextsWithVariablesThatHaveNoValue() throws {
        let playlist = try Self.media(
            #"#EXT-X-DEFINE:QUERYPARAM="token""#,
            #"#EXT-X-DEFINE:IMPORT="host""#,
            "#EXTINF:1,",
            "{$host}/a?{$token}"
        )
        #expect(playlist.segments.map(\.uri) == ["{$host}/a?{$token}"])
        let problems: [PlaylistError.Problem] = [
            .variable(.unknownQueryParameter("token")), .variable(.missingImport("host")),
        ]
        #expect(playlist.problems.map(\.problem) == problems)
    }

    @Test func ordersProblemsByLine() throws {
        let playlist = try Self.media("#EXTINF:1,", "#EXT-X-BITRATE:x", "#EXTINF:2,", "a", "#EXT-X-MAP:")
        #expect(playlist.problems.map(\.line) == [3, 4, 7])
    }

    @Test func keepsVariantsAndRenditions() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,URI="a"
            #EXT-X-MEDIA:TYPE=SMELL,URI="b"
            #EXT-X-STREAM-INF:CODECS=x,RESOLUTION=1
            v
            #EXT-X-STREAM-INF:BANDWIDTH=1,BANDWIDTH=1
            w
            #EXT-X-STREAM-INF:BANDWIDTH=1
            #EXT-X-STREAM-INF:BANDWIDTH=2
            x
            y
            """
        let reading = MultivariantPlaylist.reading(try document(text))
        #expect(reading.playlist.renditions.map(\.uri) == ["a"])
        #expect(reading.playlist.variants.map(\.uri) == ["v", "x"])
        #expect(reading.playlist.variants.map(\.bandwidth) == [0, 2])
        #expect(reading.problems.map(\.line) == [2, 2, 3, 4, 4, 4, 6, 8, 11])
    }
}
