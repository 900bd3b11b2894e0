import HLSPlaylists
import PlaylistFixtures
import Testing

/// Rendition groups of RFC 8216bis 4.4.6.1.1 and 4.4.6.2.1.
@Suite struct RenditionGroupTests {
    private static func playlist() throws -> MultivariantPlaylist {
        try MultivariantPlaylist(
            document(
                """
                #EXTM3U
                #EXT-X-START:TIME-OFFSET=3
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="a"
                #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="x",NAME="b"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="c"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="y",NAME="d"
                #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="x",SUBTITLES="x"
                v
                #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="y",VIDEO="x"
                w
                #EXT-X-STREAM-INF:BANDWIDTH=1
                x
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i",VIDEO="x"
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="j"
                """
            )
        )
    }

    @Test func findsTheRenditionsOfVariants() throws {
        let playlist = try Self.playlist()
        let names = playlist.variants.map { playlist.renditions(of: $0).map(\.name) }
        #expect(names == [["a", "c"], ["d", "b"], []])
        #expect(playlist.iFrameVariants.map { playlist.renditions(of: $0).map(\.name) } == [["b"], []])
        #expect(playlist.start?.timeOffset == .seconds(3))
    }

    @Test func tellsGroupsOfTwoTypesApart() throws {
        let playlist = try Self.playlist()
        #expect(playlist.renditions(in: RenditionGroup(.audio, "x")).map(\.name) == ["a", "c"])
        #expect(playlist.renditions(in: RenditionGroup(.video, "x")).map(\.name) == ["b"])
        #expect(playlist.renditions(in: RenditionGroup(.subtitles, "x")).isEmpty)
        #expect(playlist.groups.count == 3)
        let named = [RenditionGroup(.audio, "x"), RenditionGroup(.subtitles, "x")]
        #expect(playlist.variants[0].groups == named)
    }
}
