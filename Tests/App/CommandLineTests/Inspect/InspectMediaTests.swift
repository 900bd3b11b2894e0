import Foundation
import Testing

/// The report of `inspect` on a media playlist.
struct InspectMediaTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    private static let fairPlay = "com.apple.streamingkeydelivery"
    private static let widevine = "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"

    /// Seven segments of 6.006 s.
    ///
    /// Two are clear, one has its media sequence number as IV, one has an explicit IV, two are under two key
    /// systems, and one, after METHOD=NONE, is missing.
    private static let keys = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:7
        #EXT-X-MEDIA-SEQUENCE:100
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-MAP:URI="clear.mp4?token=secret",BYTERANGE="800@0"
        #EXTINF:6.006,
        0.m4s
        #EXTINF:6.006,
        1.m4s
        #EXT-X-KEY:METHOD=AES-128,URI="https://user:secret@host/key?token=secret"
        #EXTINF:6.006,
        2.m4s
        #EXT-X-KEY:METHOD=AES-128,URI="https://host/key",IV=0x000102030405060708090A0B0C0D0E0F
        #EXT-X-MAP:URI="map.mp4"
        #EXTINF:6.006,
        3.m4s
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://movie-42",KEYFORMAT="\(fairPlay)",KEYFORMATVERSIONS="1"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,c2VjcmV0",KEYFORMAT="\(widevine)"
        #EXT-X-DISCONTINUITY
        #EXTINF:6.006,
        #EXT-X-BYTERANGE:100@0
        4.m4s
        #EXTINF:6.006,
        #EXT-X-BYTERANGE:100
        4.m4s
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-GAP
        #EXTINF:6.006,
        6.m4s
        #EXT-X-ENDLIST

        """

    @Test func `The summary counts`() throws {
        try workspace.write(Self.keys, to: "index.m3u8")
        let report = try workspace.inspection(of: "index.m3u8")
        #expect(report.kind == "media")
        #expect(report.playlist == "index.m3u8")
        #expect(report.multivariant == nil)
        let media = try #require(report.media.first)
        #expect(media.version.stated == 6)
        #expect(media.type == "VOD")
        #expect(media.liveness == "vod")
        #expect(media.targetDuration == 7)
        #expect(media.mediaSequence == 100)
        #expect(media.duration == 42.042)
        #expect(!media.iFramesOnly)
        #expect(!media.lowLatency)
        let counts = InspectionReport.Segments(
            count: 7,
            encrypted: 4,
            clear: 2,
            gaps: 1,
            byteRanges: 2,
            discontinuities: 1
        )
        #expect(media.segments == counts)
        #expect(
            media.maps == [
                InspectionReport.Map(line: 6, uri: "clear.mp4?…", byteRange: "800@0", keyLines: []),
                InspectionReport.Map(line: 15, uri: "map.mp4", byteRange: nil, keyLines: [14]),
            ]
        )
    }

    @Test func `The timeline tells which keys are in force when`() throws {
        try workspace.write(Self.keys, to: "index.m3u8")
        let timeline = try #require(try workspace.inspection(of: "index.m3u8").media.first).keyTimeline
        #expect(timeline.map(\.start) == [0, 12.012, 18.018, 24.024, 36.036])
        #expect(timeline.map(\.end) == [12.012, 18.018, 24.024, 36.036, 42.042])
        #expect(timeline.map(\.segments) == [2, 1, 1, 2, 1])
        #expect(timeline.map(\.mediaSequence) == [100, 102, 103, 104, 106])
        #expect(timeline.map(\.line) == [8, 13, 17, 24, 31])
        #expect(timeline.map { $0.keys.map(\.line) } == [[], [11], [14], [19, 20], []])
        let keys = timeline.flatMap(\.keys)
        #expect(keys.map(\.method) == ["AES-128", "AES-128", "SAMPLE-AES", "SAMPLE-AES"])
        #expect(keys.map(\.system) == ["identity", "identity", "FairPlay", "Widevine"])
        #expect(keys.map(\.keyFormat) == ["identity", "identity", Self.fairPlay, Self.widevine])
        #expect(keys.map(\.ivFrom) == ["implicit", "explicit", "none", "none"])
        #expect(keys.map(\.iv) == [nil, "0x000102030405060708090a0b0c0d0e0f", nil, nil])
        #expect(
            keys.map(\.uri) == [
                "https://…@host/key?…", "https://host/key", "skd://movie-42",
                "data:text/plain;base64,… (8 characters)",
            ]
        )
    }

    @Test(arguments: ["text", "json"])
    func `No token is shown`(format: String) throws {
        try workspace.write(Self.keys, to: "index.m3u8")
        let outcome = try workspace.fairlead("inspect", workspace.path("index.m3u8"), "--format", format)
            .succeeds()
        #expect(!outcome.text.contains("secret"))
        #expect(!outcome.text.contains("c2VjcmV0"))
    }

    /// Numbers in JSON have all digits: a duration is not rounded to the precision of a machine number.
    @Test func `Durations are exact`() throws {
        let segments = (0..<3).map { "#EXTINF:0.333333333333333333,\n\($0).ts\n" }.joined()
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(segments)#EXT-X-ENDLIST\n",
            to: "index.m3u8"
        )
        let outcome = try workspace.fairlead(
            "inspect",
            workspace.path("index.m3u8"),
            "--format",
            "json"
        )
        #expect(outcome.text.contains("\"duration\" : 0.999999999999999999"))
        let text = try workspace.fairlead("inspect", workspace.path("index.m3u8"))
        #expect(text.text.contains(", 0.999999999999999999 s"))
    }

    /// Key lines that differ only in their IVs share a row of the text; JSON has each.
    @Test func `A key line for each segment is one row`() throws {
        let segments = (0..<500).map {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x\(String($0 + 0x1000, radix: 16))\n#EXTINF:2,\n\($0).ts\n"
        }
        try workspace.write(
            "#EXTM3U\n#EXT-X-VERSION:2\n#EXT-X-TARGETDURATION:2\n\(segments.joined())#EXT-X-ENDLIST\n",
            to: "index.m3u8"
        )
        let text = try workspace.fairlead("inspect", workspace.path("index.m3u8")).succeeds().text
        let rows = text.split(separator: "\n").filter { $0.contains("AES-128") }
        #expect(rows.count == 1)
        #expect(rows.first?.contains("4 to 1501") == true, "\(rows)")
        #expect(try workspace.inspection(of: "index.m3u8").media.first?.keyTimeline.count == 500)
    }

    static let kinds = [
        ("#EXT-X-PLAYLIST-TYPE:VOD\n", "", "vod"), ("#EXT-X-PLAYLIST-TYPE:EVENT\n", "", "event"),
        ("", "", "live"), ("#EXT-X-PLAYLIST-TYPE:EVENT\n", "#EXT-X-ENDLIST\n", "vod"),
        ("", "#EXT-X-ENDLIST\n", "vod"),
    ]

    @Test(arguments: kinds)
    func `Live, event or VOD`(head: String, tail: String, expected: String) throws {
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(head)#EXTINF:6,\na.ts\n\(tail)",
            to: "index.m3u8"
        )
        #expect(try workspace.inspection(of: "index.m3u8").media.first?.liveness == expected)
    }

    @Test func `Dates of the first and the last moment`() throws {
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2024-02-28T23:59:50+01:00\n"
                + "#EXTINF:6,\na.ts\n#EXTINF:6.5,\nb.ts\n",
            to: "index.m3u8"
        )
        let media = try #require(try workspace.inspection(of: "index.m3u8").media.first)
        #expect(media.startDate == "2024-02-28T23:59:50+01:00")
        #expect(media.endDate == "2024-02-29T00:00:02.5+01:00")
    }
}
