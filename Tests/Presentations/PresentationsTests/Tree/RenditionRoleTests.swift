import HLSPlaylists
import Testing

@testable import Presentations

struct RenditionRoleTests {
    /// Returns the role of `x.m3u8` according to the lines that list it.
    private func role(_ lines: [String]) throws -> RenditionRole {
        let text = (["#EXTM3U"] + lines).joined(separator: "\n")
        let roles = RenditionRoles(of: try MultivariantPlaylist(PlaylistDocument(parsing: Array(text.utf8))))
        let listed = roles.listed.filter { $0.uri == "x.m3u8" }.map(\.role)
        return try #require(listed.dropFirst().reduce(listed.first) { $0?.merged(with: $1) })
    }

    private static func variant(_ attributes: String) -> [String] {
        ["#EXT-X-STREAM-INF:BANDWIDTH=1" + attributes, "x.m3u8"]
    }

    @Test(
        arguments: [
            ("no attributes", "", .unknown),
            ("AAC", #",CODECS="mp4a.40.2""#, .audio),
            ("AC-3 and E-AC-3", #",CODECS="ac-3, ec-3""#, .audio),
            ("FLAC with timed text", #",CODECS="fLaC,stpp.ttml.im1t""#, .audio),
            ("timed text", #",CODECS="wvtt""#, .subtitles),
            ("AVC", #",CODECS="avc1.4d401f""#, .video),
            ("AVC and AAC", #",CODECS="mp4a.40.2,avc1.4d401f""#, .video),
            ("an unknown codec is no audio", #",CODECS="zzzz""#, .video),
        ] as [(String, String, RenditionRole.Media)]
    )
    func readsVariantsWithoutResolution(
        name: String,
        attributes: String,
        media: RenditionRole.Media
    ) throws {
        let role = try role(Self.variant(attributes))
        #expect(role.media == media, "\(name)")
        #expect(role.resolution == nil, "\(name)")
    }

    @Test(
        arguments: [
            ("muxed", #",CODECS="avc1.4d401f, mp4a.40.5""#, ["mp4a.40.5"]),
            ("nothing", "", []),
            ("other audio", #",CODECS="ac-3""#, []),
            ("two in one line", #",CODECS="mp4a.40.2,mp4a.40.29""#, ["mp4a.40.2", "mp4a.40.29"]),
        ] as [(String, String, Set<String>)]
    )
    func readsCodecsOfAudio(name: String, attributes: String, expected: Set<String>) throws {
        #expect(try role(Self.variant(attributes)).audioCodecs == expected, "\(name)")
    }

    @Test func anAudioRenditionHasTheCodecsOfItsVariants() throws {
        let lines = [
            #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",URI="x.m3u8""#,
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="g""#, "a.m3u8",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.4d401f,mp4a.40.5",AUDIO="h""#, "b.m3u8",
        ]
        #expect(try role(lines).audioCodecs == ["mp4a.40.2"])
    }

    @Test func readsResolutions() throws {
        let role = try role(Self.variant(#",CODECS="mp4a.40.2",RESOLUTION=1280x720"#))
        #expect(role.media == .video)
        #expect(role.resolution?.pixelCount == 921_600)
    }

    @Test(
        arguments: [
            ("audio", #"TYPE=AUDIO,GROUP-ID="g",NAME="n",URI="x.m3u8""#, .audio, nil),
            ("subtitles", #"TYPE=SUBTITLES,GROUP-ID="g",NAME="n",URI="x.m3u8""#, .subtitles, nil),
            ("video of two variants", #"TYPE=VIDEO,GROUP-ID="g",NAME="n",URI="x.m3u8""#, .video, 921_600),
            ("video of no variant", #"TYPE=VIDEO,GROUP-ID="h",NAME="n",URI="x.m3u8""#, .video, nil),
        ] as [(String, String, RenditionRole.Media, UInt64?)]
    )
    func readsRenditions(
        name: String,
        attributes: String,
        media: RenditionRole.Media,
        pixels: UInt64?
    ) throws {
        let found = try role([
            "#EXT-X-MEDIA:" + attributes,
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,VIDEO="g""#, "y.m3u8",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720,VIDEO="g""#, "z.m3u8",
        ])
        #expect(found.media == media, "\(name)")
        #expect(found.resolution?.pixelCount == pixels, "\(name)")
    }

    @Test(
        arguments: [
            (
                "the larger picture first",
                Self.variant(",RESOLUTION=1920x1080") + Self.variant(",RESOLUTION=640x360")
            ),
            (
                "the larger picture last",
                Self.variant(",RESOLUTION=640x360") + Self.variant(",RESOLUTION=1920x1080")
            ),
            (
                "also as audio",
                [#"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n",URI="x.m3u8""#]
                    + Self.variant(",RESOLUTION=1920x1080")
            ),
            (
                "also as I-frames",
                Self.variant(",RESOLUTION=1920x1080") + [
                    #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=320x180,URI="x.m3u8""#
                ]
            ),
        ]
    )
    func mergesRoles(name: String, lines: [String]) throws {
        let role = try role(lines)
        #expect(role.media == .video, "\(name)")
        #expect(role.resolution?.pixelCount == 2_073_600, "\(name)")
    }

    @Test func pictureSizesDoNotOverflow() throws {
        let role = try role(Self.variant(",RESOLUTION=18446744073709551615x2"))
        #expect(role.resolution?.pixelCount == .max)
    }
}
