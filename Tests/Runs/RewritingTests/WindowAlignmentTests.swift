import Failures
import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// A window covers the same instants in all renditions, or the cut is refused.
struct WindowAlignmentTests {
    /// Returns a playlist of 2-second segments; each URI is the start time of the segment.
    private static func playlist(
        _ names: [String],
        date: String? = nil,
        sequence: Int = 0,
        isLive: Bool = true
    ) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + (sequence > 0 ? "#EXT-X-MEDIA-SEQUENCE:\(sequence)\n" : "")
            + (date.map { "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:\($0)Z\n" } ?? "")
            + names.map { "#EXTINF:2,\n\($0)\n" }.joined() + (isLive ? "" : "#EXT-X-ENDLIST\n")
    }

    private static let main = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="audio.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
        video.m3u8

        """

    private static func rewrite(
        video: String,
        audio: String,
        main: String = Self.main,
        _ window: PlaylistWindow
    ) throws -> (video: [String], audio: [String]) {
        let fixture = try RewriteFixture(["main.m3u8": main, "video.m3u8": video, "audio.m3u8": audio])
        var request = fixture.request()
        request.window = window
        try fixture.run(request)
        func uris(_ name: String) throws -> [String] {
            try fixture.text(name).split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
        }
        return (try uris("video.m3u8"), try uris("audio.m3u8"))
    }

    private static let video = ["10", "12", "14", "16", "18", "20"]

    /// The audio of a sliding window begins 4 s later; the window is given in media time of the video.
    @Test(
        arguments: [
            (.span(from: .seconds(6), to: nil), ["16", "18", "20"], ["16", "18", "20", "22", "24"]),
            (.span(from: .seconds(2), to: .seconds(6)), ["12", "14"], ["14"]),
            (.span(from: .seconds(4), to: .seconds(8)), ["14", "16"], ["14", "16"]),
            (.last(.seconds(4)), ["18", "20"], ["18", "20", "22", "24"]),
        ] as [(PlaylistWindow, [String], [String])]
    )
    func cutsAtTheSameInstants(_ window: PlaylistWindow, _ video: [String], _ audio: [String]) throws {
        let found = try Self.rewrite(
            video: Self.playlist(Self.video, date: "10", sequence: 5),
            audio: Self.playlist(["14", "16", "18", "20", "22", "24"], date: "14", sequence: 90),
            window
        )
        #expect(found == (video, audio))
    }

    /// Dates of the same instant may differ by rounding.
    @Test func takesRoundedDatesForEqual() throws {
        let found = try Self.rewrite(
            video: Self.playlist(Self.video, date: "10.000"),
            audio: Self.playlist(Self.video, date: "10.033", sequence: 3),
            .span(from: .seconds(4), to: .seconds(8))
        )
        #expect(found == (["14", "16"], ["14", "16"]))
    }

    @Test(
        arguments: [
            ("complete, without dates", nil, nil, 1, false), ("live, of one number", nil, nil, 0, true),
            ("live, of which one has dates", "10", nil, 0, true),
            ("complete, one with dates", "10", nil, 1, false),
            ("complete, both with dates", "10", "10", 7, false),
        ] as [(String, String?, String?, Int, Bool)]
    )
    func takesPlaylistsToStartTogether(
        _ name: String,
        _ video: String?,
        _ audio: String?,
        _ sequence: Int,
        _ isLive: Bool
    ) throws {
        let found = try Self.rewrite(
            video: Self.playlist(Self.video, date: video, isLive: isLive),
            audio: Self.playlist(Self.video, date: audio, sequence: sequence, isLive: isLive),
            .span(from: .seconds(4), to: .seconds(8))
        )
        #expect(found == (["14", "16"], ["14", "16"]))
    }

    /// Playlists that are live, or complete but cut before: their sequence numbers do not give times.
    @Test(arguments: [PlaylistWindow.span(from: .seconds(4), to: nil), .last(.seconds(4))], [true, false])
    func refusesPlaylistsThatCannotBeAligned(_ window: PlaylistWindow, _ isLive: Bool) throws {
        let error = #expect(throws: RunFailure.self) {
            try Self.rewrite(
                video: Self.playlist(Self.video, isLive: isLive),
                audio: Self.playlist(Self.video, sequence: isLive ? 1 : 2, isLive: isLive),
                window
            )
        }
        #expect(
            error == .unknownStart(TreePath("audio.m3u8"), beside: TreePath("video.m3u8"))
        )
        #expect(error?.failureClass == .malformed)
    }

    /// If two start dates differ, the start of a playlist without dates is unknown, even for complete ones.
    @Test func refusesAThirdWithoutADate() throws {
        let error = #expect(throws: RunFailure.self) {
            let fixture = try RewriteFixture([
                "main.m3u8": Self.main + "#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO=\"a\"\nhigh.m3u8\n",
                "video.m3u8": Self.playlist(Self.video, date: "10", isLive: false),
                "audio.m3u8": Self.playlist(Self.video, date: "12", isLive: false),
                "high.m3u8": Self.playlist(Self.video, isLive: false),
            ])
            var request = fixture.request()
            request.window = .span(from: .seconds(2), to: nil)
            try fixture.run(request)
        }
        #expect(error == .unknownStart(TreePath("high.m3u8"), beside: TreePath("video.m3u8")))
    }

    @Test(
        arguments: [
            ("16", "20", ["16", "18"], ["16", "18"]),
            ("15.5", "20.5", ["14", "16", "18", "20"], ["14", "16", "18", "20"]),
            (nil, "14.5", ["10", "12", "14"], ["14"]), ("19", nil, ["18", "20"], ["18", "20", "22", "24"]),
        ] as [(String?, String?, [String], [String])]
    )
    func cutsByDate(_ from: String?, _ to: String?, _ video: [String], _ audio: [String]) throws {
        func date(_ second: String?) -> DateTime? {
            second.flatMap { DateTime(parsing: ArraySlice("2024-01-01T01:00:\($0)+01:00".utf8)) }
        }
        let found = try Self.rewrite(
            video: Self.playlist(Self.video, date: "10"),
            audio: Self.playlist(["14", "16", "18", "20", "22", "24"], date: "14", sequence: 9),
            .dates(from: date(from), to: date(to))
        )
        #expect(found == (video, audio))
    }

    /// An I-frame or subtitle playlist without dates takes those of the first variant if both start together.
    @Test func cutsByTheDatesOfTheFirstVariant() throws {
        let date = DateTime(parsing: ArraySlice("2024-01-01T00:00:14Z".utf8))
        let found = try Self.rewrite(
            video: Self.playlist(Self.video, date: "10", isLive: false),
            audio: Self.playlist(Self.video, isLive: false),
            .dates(from: date, to: date?.advanced(by: .seconds(4)))
        )
        #expect(found == (["14", "16"], ["14", "16"]))
    }

    @Test(
        arguments: [
            ("no dates at all", "#EXTINF:2,\n0\n#EXTINF:2,\n1\n", 4),
            (
                "none behind a discontinuity",
                "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:2,\n0\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\n1\n",
                8
            ),
        ]
    )
    func refusesSegmentsWithoutDates(_ name: String, _ lines: String, _ line: Int) throws {
        let error = #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite("#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + lines) {
                $0.window = .dates(from: nil, to: DateTime(parsing: ArraySlice("2025-01-01T00:00:00Z".utf8)))
            }
        }
        let location = LineLocation(playlist: TreePath("main.m3u8"), line: line)
        #expect(error == .undatedSegment(location))
    }

    /// Returns a playlist of 4-second segments; `D` in `lines` is a discontinuity.
    private static func periods(_ lines: String, sequence: Int = 0) -> String {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n"
        let tags = ["D": "#EXT-X-DISCONTINUITY\n"]
        return lines.split(separator: " ").reduce(into: head) { text, word in
            if let tag = tags[String(word)] {
                text += tag
            } else if word.contains(":") {
                text += "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T\(word)Z\n"
            } else {
                text += "#EXTINF:4,\n\(word)\n"
            }
        }
    }

    /// The video has one more segment, one hour earlier by its date: the dates jump at the discontinuity.
    @Test(
        arguments: [
            (.span(from: .seconds(8), to: nil), ["2", "3"], ["2", "3"]),
            (.span(from: .seconds(4), to: .seconds(8)), ["1"], ["1"]), (.last(.seconds(4)), ["3"], ["3"]),
        ] as [(PlaylistWindow, [String], [String])]
    )
    func knowsStartsBehindJumps(_ window: PlaylistWindow, _ video: [String], _ audio: [String]) throws {
        let found = try Self.rewrite(
            video: Self.periods("10:00:00 0 D 11:00:00 1 2 3"),
            audio: Self.periods("11:00:00 1 2 3", sequence: 1),
            window
        )
        #expect(found == (video, audio))
    }

    @Test(
        arguments: [
            ("a later date", "10:00:00 0 4 8", "10:00:00 0 D 10:00:08 8"),
            ("no date at the start", "0 D 10:00:00 1 2 3", "0 D 10:00:04 1 2 3"),
            ("a date that stands twice", "10:00:00 0 D 10:00:00 1 2", "10:00:00 1 D 10:00:00 0"),
        ]
    )
    func refusesDatesThatContradict(_ name: String, _ video: String, _ audio: String) throws {
        let error = #expect(throws: RunFailure.self) {
            try Self.rewrite(
                video: Self.periods(video),
                audio: Self.periods(audio),
                .span(from: .seconds(4), to: nil)
            )
        }
        #expect(error == .unknownStart(TreePath("audio.m3u8"), beside: TreePath("video.m3u8")))
    }

    /// The window starts more than a segment before the first audio.
    @Test func refusesAStartThatARenditionLacks() throws {
        #expect(
            throws: RunFailure.startsAfterWindow(TreePath("audio.m3u8"), by: .seconds(4))
        ) {
            try Self.rewrite(
                video: Self.playlist(Self.video, date: "10"),
                audio: Self.playlist(["14", "16"], date: "14"),
                .span(from: .seconds(1), to: nil)
            )
        }
    }

    /// Segments of 4 s and of 1 s: a cut in place uses dates, and a repeated run changes nothing.
    @Test(
        arguments: [
            .last(.seconds(10)),
            .dates(from: DateTime(parsing: ArraySlice("2024-01-01T00:00:08Z".utf8)), to: nil),
        ] as [PlaylistWindow]
    )
    func cutsOnceInPlace(_ window: PlaylistWindow) throws {
        func media(_ duration: Int, _ date: String?) -> String {
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + (date.map { "#EXT-X-PROGRAM-DATE-TIME:\($0)\n" } ?? "")
                + (0..<(36 / duration)).map { "#EXTINF:\(duration),\n\($0).ts\n" }.joined()
                + "#EXT-X-ENDLIST\n"
        }
        for date in ["2024-01-01T00:00:00Z", nil] {
            let fixture = try RewriteFixture([
                "main.m3u8": Self.main, "video.m3u8": media(4, "2024-01-01T00:00:00.033Z"),
                "audio.m3u8": media(1, date),
            ])
            var request = fixture.request(inPlace: true)
            request.window = window
            guard date != nil else {
                #expect(throws: RunFailure.self) { try fixture.run(request) }
                continue
            }
            #expect(try fixture.run(request).outcome == "replaced")
            #expect(try fixture.run(request).outcome == "unchanged")
        }
    }

    /// No media playlist of the tree is local, so there is nothing to cut.
    @Test func refusesTreesThatAreElsewhere() throws {
        let main = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://cdn.example.com/a.m3u8\n"
        let error = #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite(main) { $0.window = .last(.seconds(2)) }
        }
        #expect(
            error
                == .playlistNotInTree(LineLocation(playlist: TreePath("main.m3u8"), line: 2))
        )
    }

    /// If some playlists of a tree are not local, none is cut or ended.
    @Test(arguments: [true, false])
    func refusesPartsOfTrees(_ isEnd: Bool) throws {
        let fixture = try RewriteFixture([
            "main.m3u8": Self.main.replacing("audio.m3u8", with: "https://cdn.example.com/audio.m3u8"),
            "video.m3u8": Self.playlist(Self.video),
        ])
        var request = fixture.request()
        if isEnd { request.endsPlaylists = true } else { request.window = .last(.seconds(2)) }
        let location = LineLocation(playlist: TreePath("main.m3u8"), line: 2)
        #expect(throws: RunFailure.playlistNotInTree(location)) { try fixture.run(request) }
        #expect(!fixture.tree.directory.exists("out"))
    }

    @Test func refusesARenditionThatIsOverBefore() throws {
        #expect(throws: RunFailure.emptyWindow(TreePath("audio.m3u8"))) {
            try Self.rewrite(
                video: Self.playlist(Self.video, isLive: false),
                audio: Self.playlist(["10", "12"], isLive: false),
                .last(.seconds(4))
            )
        }
    }
}
