import PresentationFixtures
import Testing

@testable import Protection

/// An EXT-X-DISCONTINUITY at the end of the clear lead: in all playlists, or in none with a warning.
struct DiscontinuityPlacementTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The segment durations of `v.m3u8`, which has transport streams.
        var video = ["4", "4", "4"]
        /// The segment durations of `a.m3u8`, packed audio.
        var audio = ["4", "4", "4"]
        /// The segment durations of `s.m3u8`, WebVTT.
        var text = ["4", "4", "4"]
        var clearLead = Duration.seconds(4)
        /// The position of the line by rendition: v, a, s, and i, the I-frames of v.
        let expected: [Int: Int]
        /// The playlist that the warning names, or nil if none is expected.
        var warning: String?

        init(
            _ name: String,
            video: [String] = ["4", "4", "4"],
            audio: [String] = ["4", "4", "4"],
            text: [String] = ["4", "4", "4"],
            clearLead: Duration = .seconds(4),
            expected: [Int: Int],
            warning: String? = nil
        ) {
            testDescription = name
            self.video = video
            self.audio = audio
            self.text = text
            self.clearLead = clearLead
            self.expected = expected
            self.warning = warning
        }
    }

    private static let cases = [
        Case("no clear start", clearLead: .zero, expected: [:]),
        Case("all boundaries are the same", expected: [0: 1, 1: 1, 2: 1, 3: 1]),
        Case(
            "half a second is the same place",
            audio: ["3.5", "4", "4.5"],
            text: ["4.5", "4", "3.5"],
            clearLead: .seconds(3),
            expected: [0: 1, 1: 1, 2: 1, 3: 1]
        ),
        Case(
            "text with other segments",
            text: ["2", "2", "2", "2", "2", "2"],
            expected: [0: 1, 1: 1, 2: 2, 3: 1]
        ),
        Case("text that ends before", text: ["2", "2"], expected: [0: 1, 1: 1, 3: 1]),
        Case("one long text", text: ["12"], expected: [:], warning: "s.m3u8"),
        Case(
            "text boundaries more than half a second away",
            text: ["3.4", "8.6"],
            expected: [:],
            warning: "s.m3u8"
        ),
        Case(
            "audio that is clear for longer",
            audio: ["3.9", "4.1", "4"],
            expected: [:],
            warning: "a.m3u8"
        ),
    ]

    private static func tree(_ example: Case, hasVideo: Bool = true) throws -> PlannedTree {
        let names = (0..<6).flatMap { ["v\($0).ts", "a\($0).aac", "s\($0).vtt"] }
        func lines(_ durations: [String], _ name: String, _ ending: String) -> String {
            TreeFixture.mediaPlaylist(
                durations.enumerated().flatMap { ["#EXTINF:\($1),", "\(name)\($0).\(ending)"] }
            )
        }
        let pictures = example.video.enumerated().flatMap {
            ["#EXTINF:\($1),", "#EXT-X-BYTERANGE:188@188", "v\($0).ts"]
        }
        let multivariant =
            (hasVideo
                ? [
                    "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,AUDIO=\"a\",SUBTITLES=\"s\"", "v.m3u8",
                    #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="a.m3u8""#,
                    #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="s",URI="s.m3u8""#,
                    #"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,URI="i.m3u8""#,
                ] : ["#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"", "a.m3u8"])
        let tree = try TreeFixture(
            [
                "main.m3u8": (["#EXTM3U"] + multivariant).joined(separator: "\n"),
                "v.m3u8": lines(example.video, "v", "ts"), "a.m3u8": lines(example.audio, "a", "aac"),
                "s.m3u8": lines(example.text, "s", "vtt"),
                "i.m3u8": TreeFixture.mediaPlaylist(["#EXT-X-I-FRAMES-ONLY"] + pictures),
            ],
            media: Dictionary(uniqueKeysWithValues: names.map { ($0, 564) })
        )
        return try PlannedTree(
            tree,
            .sampleAES(clearLead: example.clearLead),
            formats: try SampleFormats.formats(of: names)
        )
    }

    @Test(arguments: cases)
    func places(example: Case) throws {
        let plan = try Self.tree(example).plan
        #expect(plan.discontinuities == example.expected)
        #expect(plan.warnings.count == (example.warning == nil ? 0 : 1))
        if let name = example.warning { #expect(plan.warnings.first?.contains(name) == true) }
    }

    /// The discontinuity is only for the program map of a transport stream, which changes.
    @Test func packedAudioAloneNeedsNone() throws {
        let plan = try Self.tree(Case("", expected: [:]), hasVideo: false).plan
        #expect(plan.discontinuities.isEmpty)
        #expect(plan.warnings.isEmpty)
    }

    @Test func allPlaylistsGetTheLine() throws {
        let planned = try Self.tree(Case("", expected: [:]))
        for index in 0..<4 {
            let lines = try planned.playlist(index).split(separator: "\n")
            #expect(lines.count { $0 == "#EXT-X-DISCONTINUITY" } == 1)
        }
    }
}
