import Failures
import HLSPlaylists
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Classes of `--key-per type`: `sd` up to 1024x576 pixels, `hd` up to 1920x1080, `uhd` above.
struct TrackSelectionTests {
    private static func rendition(_ role: RenditionRole, uris: [String] = ["a.ts"]) throws -> MediaRendition {
        let text = TreeFixture.mediaPlaylist(uris.flatMap { ["#EXTINF:6,", $0] })
        return MediaRendition(
            path: TreePath("v/main.m3u8"),
            playlist: try MediaPlaylist(PlaylistDocument(parsing: Array(text.utf8))),
            role: role
        )
    }

    /// 1024 x 576 = 589,824 and 1920 x 1080 = 2,073,600 pixels.
    @Test(
        arguments: [
            ("640x360", "sd"), ("1024x576", "sd"), ("576x1024", "sd"), ("768x768", "sd"),
            ("1024x577", "hd"), ("1025x576", "hd"), ("1280x720", "hd"), ("1920x1080", "hd"),
            ("1080x1920", "hd"),
            ("1920x1081", "uhd"), ("1921x1080", "uhd"), ("3840x2160", "uhd"),
            ("18446744073709551615x18446744073709551615", "uhd"),
        ]
    )
    func classesByPicture(resolution: String, expected: String) throws {
        let text =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\",RESOLUTION=\(resolution)\nx.m3u8\n"
        let multivariant = try MultivariantPlaylist(PlaylistDocument(parsing: Array(text.utf8)))
        let role = try #require(RenditionRoles(of: multivariant).listed.first).role
        let selection = TrackSelection(granularity: .type)
        #expect(try selection.track(of: Self.rendition(role)) == expected)
    }

    @Test(
        arguments: [
            ("audio", .audio, ["a.ts"]), ("subtitles", .subtitles, ["a.ts"]),
            ("unlisted packed audio", .unknown, ["a.aac", "b.AC3?x.ts", "v/c.mp3#.mp4"]),
            ("unlisted WebVTT", .unknown, ["a.vtt", "b.webvtt", "c.ec3"]),
        ] as [(String, RenditionRole.Media, [String])]
    )
    func classesSound(name: String, media: RenditionRole.Media, uris: [String]) throws {
        let rendition = try Self.rendition(RenditionRole(media: media, resolution: nil), uris: uris)
        #expect(try TrackSelection(granularity: .type).track(of: rendition) == "audio", "\(name)")
    }

    @Test(
        arguments: [
            ("video without resolution", .video, ["a.ts"]), ("unlisted transport stream", .unknown, ["a.ts"]),
            ("unlisted sound with a transport stream", .unknown, ["a.aac", "b.ts"]),
            ("an unlisted playlist without segments", .unknown, []),
            ("an unlisted name without ending", .unknown, ["a"]),
        ] as [(String, RenditionRole.Media, [String])]
    )
    func refusesAnUnknownClass(name: String, media: RenditionRole.Media, uris: [String]) throws {
        let rendition = try Self.rendition(RenditionRole(media: media, resolution: nil), uris: uris)
        let failure = RunFailure.unknownTrackClass(rendition: "v/main", playlist: TreePath("v/main.m3u8"))
        #expect(throws: failure, "\(name)") { try TrackSelection(granularity: .type).track(of: rendition) }
        #expect(try TrackSelection(granularity: .presentation).track(of: rendition) == "all")
        #expect(try TrackSelection(granularity: .rendition).track(of: rendition) == "v/main")
    }
}
