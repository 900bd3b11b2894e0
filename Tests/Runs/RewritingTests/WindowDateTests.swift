import HLSPlaylists
import Rewriting
import Testing

/// Dates (RFC 8216bis 4.4.4.6, 6.3.3) and date ranges (4.4.5.1) after a cut.
struct WindowDateTests {
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
    /// A date range of known end, from second 0 to second 6.
    private static let early =
        "#EXT-X-DATERANGE:ID=\"early\",START-DATE=\"2024-01-01T00:00:00Z\",DURATION=6\n"

    @Test(arguments: [
        WindowCase(
            testDescription: "behind a discontinuity no date is known: ranges go",
            window: .span(from: .seconds(6), to: nil),
            source: head + early + """
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
                #EXTINF:6,
                0.ts
                #EXT-X-DATERANGE:ID="open",START-DATE="2024-01-01T00:00:07Z"
                #EXT-X-DISCONTINUITY
                #EXTINF:6,
                1.ts

                """,
            expected: head + """
                #EXT-X-MEDIA-SEQUENCE:1
                #EXT-X-DISCONTINUITY
                #EXTINF:6,
                1.ts

                """
        ),
        WindowCase(
            testDescription: "a date behind the first kept segment is one",
            window: .span(from: .seconds(6), to: nil),
            source: head + """
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
                #EXTINF:6,
                0.ts
                #EXT-X-DATERANGE:ID="open",START-DATE="2024-01-01T00:00:07Z"
                #EXT-X-DISCONTINUITY
                #EXTINF:6,
                1.ts
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T01:00:00Z
                #EXTINF:6,
                2.ts

                """,
            expected: head + """
                #EXT-X-MEDIA-SEQUENCE:1
                #EXT-X-DATERANGE:ID="open",START-DATE="2024-01-01T00:00:07Z"
                #EXT-X-DISCONTINUITY
                #EXTINF:6,
                1.ts
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T01:00:00Z
                #EXTINF:6,
                2.ts

                """
        ),
        WindowCase(
            testDescription: "a date that is cut off at the end is carried backward",
            window: .span(from: .zero, to: .seconds(6)),
            source: head + """
                #EXT-X-DATERANGE:ID="now",START-DATE="2023-12-31T23:59:50Z",DURATION=30
                #EXTINF:6,
                0.ts
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00.500Z
                #EXTINF:6,
                1.ts
                #EXT-X-ENDLIST

                """,
            expected: head + """
                #EXT-X-DATERANGE:ID="now",START-DATE="2023-12-31T23:59:50Z",DURATION=30
                #EXT-X-PROGRAM-DATE-TIME:2023-12-31T23:59:54.500Z
                #EXTINF:6,
                0.ts
                #EXT-X-ENDLIST

                """
        ),
        WindowCase(
            testDescription: "a date is not carried backward over a discontinuity",
            window: .span(from: .zero, to: .seconds(6)),
            source: head + early + """
                #EXTINF:6,
                0.ts
                #EXT-X-DISCONTINUITY
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
                #EXTINF:6,
                1.ts

                """,
            expected: head + """
                #EXTINF:6,
                0.ts

                """
        ),
        WindowCase(
            testDescription: "a playlist without any date keeps its ranges, which were wrong before",
            window: .span(from: .seconds(6), to: nil),
            source: head + early + """
                #EXTINF:6,
                0.ts
                #EXTINF:6,
                1.ts

                """,
            expected: head + "#EXT-X-MEDIA-SEQUENCE:1\n" + early + """
                #EXTINF:6,
                1.ts

                """
        ),
    ])
    func carriesDates(_ test: WindowCase) throws {
        try test.check()
    }

    /// Four segments of 6 s from 00:00:00 on; the cut keeps those from 00:00:06 to 00:00:18.
    @Test(
        arguments: [
            ("ends where the window begins", #"START-DATE="2024-01-01T00:00:00Z",DURATION=6"#, false),
            ("ends a little later", #"START-DATE="2024-01-01T00:00:00Z",DURATION=6.001"#, true),
            ("an end date", #"START-DATE="2024-01-01T00:00:00Z",END-DATE="2024-01-01T00:00:05Z""#, false),
            (
                "an end date in another zone",
                #"START-DATE="2024-01-01T00:00:00Z",END-DATE="2024-01-01T01:00:05+01:00""#, false
            ),
            ("begins where the window ends", #"START-DATE="2024-01-01T00:00:18Z",DURATION=1"#, false),
            ("begins a little earlier", #"START-DATE="2024-01-01T00:00:17.999Z",DURATION=1"#, true),
            ("spans the window", #"START-DATE="2024-01-01T00:00:00Z",DURATION=24"#, true),
            ("of no duration, at the start", #"START-DATE="2024-01-01T00:00:06Z",DURATION=0"#, true),
            ("no end is known", #"START-DATE="2024-01-01T00:00:00Z""#, true),
            ("a plan is no end", #"START-DATE="2024-01-01T00:00:00Z",PLANNED-DURATION=2"#, true),
            (
                "before playback, whenever", #"START-DATE="2024-01-01T00:00:00Z",DURATION=1,CUE="PRE,ONCE""#,
                true
            ),
            ("after playback, whenever", #"START-DATE="2024-01-01T00:01:00Z",DURATION=1,CUE="POST""#, true),
            ("once is no place", #"START-DATE="2024-01-01T00:00:00Z",DURATION=1,CUE="ONCE""#, false),
            ("no start is known", "DURATION=1", true),
            (
                "ends on the next, before", #"START-DATE="2024-01-01T00:00:00Z",CLASS="c",END-ON-NEXT=YES"#,
                false
            ),
            ("ends on no next", #"START-DATE="2024-01-01T00:00:00Z",CLASS="d",END-ON-NEXT=YES"#, true),
        ]
    )
    func dropsRangesOutside(_ name: String, _ attributes: String, _ stays: Bool) throws {
        let range = "#EXT-X-DATERANGE:ID=\"r\"," + attributes
        let next = #"#EXT-X-DATERANGE:ID="n",CLASS="c",START-DATE="2024-01-01T00:00:04Z""#
        let segments = (0..<4).map { "#EXTINF:6,\n\($0).ts\n" }.joined()
        let source =
            Self.head + range + "\n" + next + "\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n" + segments
        let found = try RewriteFixture.rewrite(source) {
            $0.window = .span(from: .seconds(6), to: .seconds(18))
        }
        #expect(found.contains(range + "\n") == stays)
        #expect(found.contains(next), "no end of it is known")
        #expect(found.contains("#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:06Z"))
    }

    /// An end that is not cut keeps ranges in the future, a start that is not cut keeps ranges in the past.
    @Test(arguments: [
        (PlaylistWindow.span(from: .seconds(6), to: nil), ["soon"]),
        (.span(from: .zero, to: .seconds(6)), ["over"]),
    ])
    func keepsRangesBesideAnEndThatIsNotCut(_ window: PlaylistWindow, _ expected: [String]) throws {
        let ranges = [("over", "2023-01-01T00:00:00Z"), ("soon", "2025-01-01T00:00:00Z")]
        let lines = ranges.map { "#EXT-X-DATERANGE:ID=\"\($0)\",START-DATE=\"\($1)\",DURATION=1\n" }
        let source =
            Self.head + lines.joined()
            + "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts\n"
        let found = try RewriteFixture.rewrite(source) { $0.window = window }
        #expect(ranges.map(\.0).filter { found.contains("ID=\"\($0)\"") } == expected)
    }

    /// Tags with the same ID are one range: the second tag gives the end, and both lines are removed.
    @Test func knowsTheEndFromASecondTag() throws {
        let source =
            Self.head + #"#EXT-X-DATERANGE:ID="r",START-DATE="2024-01-01T00:00:00Z",SCTE35-OUT=0xFC30"# + "\n"
            + #"#EXT-X-DATERANGE:ID="r",END-DATE="2024-01-01T00:00:06Z",SCTE35-IN=0xFC31"# + "\n"
            + "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts\n"
        let found = try RewriteFixture.rewrite(source) { $0.window = .span(from: .seconds(6), to: nil) }
        #expect(!found.contains("DATERANGE"))
    }

    /// The date after a discontinuity follows from a tag after the cut; a second cut by date is the same.
    @Test(
        arguments: [
            .span(from: .zero, to: .seconds(12)),
            .dates(from: nil, to: DateTime(parsing: ArraySlice("2024-01-01T11:00:04Z".utf8))),
        ] as [PlaylistWindow]
    )
    func carriesTheDatesOfAllSpans(_ window: PlaylistWindow) throws {
        let start =
            Self.head
            + "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T10:00:00Z\n#EXTINF:6,\n0.ts\n#EXT-X-DISCONTINUITY\n"
        let found = try RewriteFixture.rewrite(
            start + "#EXTINF:6,\n1.ts\n#EXT-X-PROGRAM-DATE-TIME:2024-01-01T11:00:04Z\n#EXTINF:6,\n2.ts\n"
        ) { $0.window = window }
        #expect(found == start + "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T10:59:58Z\n#EXTINF:6,\n1.ts\n")
        #expect(try RewriteFixture.rewrite(found) { $0.window = window } == found, "again")
    }

    /// Many ranges with END-ON-NEXT of one class do not make a cut slow.
    @Test(.timeLimit(.minutes(1))) func findsTheNextOfManyRanges() throws {
        let ranges = (0..<20_000).map { index in
            "#EXT-X-DATERANGE:ID=\"\(index)\",CLASS=\"c\",END-ON-NEXT=YES,START-DATE=\"2024-01-01T00:00:00.\(100_000 + index)Z\"\n"
        }
        let source =
            Self.head + "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n#EXTINF:6,\n0.ts\n" + ranges.joined()
            + "#EXTINF:6,\n1.ts\n"
        let found = try RewriteFixture.rewrite(source) { $0.window = .span(from: .seconds(6), to: nil) }
        #expect(found.split(separator: "\n").count { $0.contains("DATERANGE") } == 1, "the last may last")
    }

    @Test func warnsOfRangesThatAreLeftOut() throws {
        let fixture = try RewriteFixture([
            "main.m3u8": Self.head + Self.early + Self.early
                + "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n"
                + "#EXTINF:6,\n0.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\n1.ts\n"
        ])
        var request = fixture.request()
        request.window = .span(from: .seconds(6), to: nil)
        #expect(
            try fixture.run(request).warnings == [
                "main.m3u8:3: EXT-X-DATERANGE is left out, since the dates of the kept segments are not known, and 1 more"
            ]
        )
    }
}
