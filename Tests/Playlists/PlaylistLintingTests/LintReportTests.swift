import HLSPlaylists
import PlaylistFixtures
import PlaylistLinting
import Testing

/// The order and the limits of findings, and the cost of linting hostile playlists.
@Suite struct LintReportTests {
    @Test func ordersByPlaylistLineAndRule() throws {
        let scene = LintPresentation.multivariant(
            "#EXT-X-STREAM-INF:BANDWIDTH=9,SCORE=x|m.m3u8",
            [("m.m3u8", "#EXT-X-CUE-OUT|#EXTINF:11|a b.ts|#EXT-X-ENDLIST")]
        )
        let found = try scene.findings().map { "\($0.playlist) \($0.line ?? 0) \($0.rule.id)" }
        #expect(
            found == [
                "main.m3u8 3 attribute-value", "main.m3u8 3 average-bandwidth-missing",
                "main.m3u8 3 codecs-missing", "m.m3u8 4 tag-unknown", "m.m3u8 5 extinf-comma",
                "m.m3u8 5 extinf-integer", "m.m3u8 5 segment-duration", "m.m3u8 6 uri-blanks",
                "m.m3u8 7 playlist-type",
            ]
        )
    }

    @Test func countsWhatIsTooMuchToList() throws {
        let lines = String(repeating: "#EXTINF:99.5,|a.ts|", count: 1000)
        let findings = try LintPresentation.media(lines).findings().filter {
            $0.rule.id == "segment-duration"
        }
        #expect(findings.count == 21)
        // The findings are on lines 4, 6, 8 and so on, so the 21st is on line 44.
        #expect(findings.last?.line == 44)
        #expect(findings.last?.message.contains("980") == true)
        #expect(findings.last?.measured == "1000 locations in all")
    }

    @Test(arguments: [
        ("document-header", Array("<html>".utf8)), ("document-encoding", Array("#EXTM3U\n".utf8) + [0xFF]),
        ("document-encoding", [0xFF, 0xFE, 0x23, 0, 0x45, 0, 0x58, 0, 0x54, 0]),
        ("carriage-return", Array("#EXTM3U\r#EXT-X-VERSION:3\r".utf8)),
        ("document-control-character", Array("#EXTM3U\n\0".utf8)),
    ])
    func findsWhatIsNoPlaylist(rule: String, bytes: [UInt8]) throws {
        let error = try #require(problem { try PlaylistDocument(parsing: bytes) })
        let finding = try #require(PlaylistLinter.finding(error, playlist: "a.m3u8"))
        #expect(finding.rule.id == rule)
        #expect(finding.line == error.line)
        #expect(finding.playlist == "a.m3u8")
    }

    @Test func findsPlaylistsThatAreTooLarge() throws {
        let bytes = [UInt8](repeating: 0x0A, count: PlaylistDocument.maximumSize + 1)
        let error = try #require(problem { try PlaylistDocument(parsing: bytes) })
        #expect(PlaylistLinter.finding(error, playlist: "a")?.rule.id == "document-size")
    }

    @Test func findsPlaylistsOfNoKind() throws {
        let playlist = try document("#EXTM3U\n")
        let error = try #require(problem { try PlaylistKind.detect(playlist) })
        #expect(PlaylistLinter.finding(error, playlist: "a")?.rule.id == "playlist-kind")
    }

    @Test func hasNoRuleForEdits() throws {
        let playlist = try document("#EXTM3U\n")
        let error = try #require(problem { try playlist.line(9) })
        #expect(PlaylistLinter.finding(error, playlist: "a") == nil)
    }

    @Test func tellsNoQueryOfAKeyURI() throws {
        let scene = LintPresentation.multivariant(
            "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"https://k.example/?token=secret\",IV=0x01|#EXT-X-STREAM-INF:BANDWIDTH=9|m.m3u8",
            [
                (
                    "m.m3u8",
                    "#EXT-X-KEY:METHOD=AES-12,URI=\"https://k.example/?token=secret\"|#EXTINF:9.5,|a.ts|#EXT-X-ENDLIST"
                )
            ]
        )
        let findings = try scene.findings()
        #expect(findings.contains { $0.rule.id == "session-key" })
        for finding in findings {
            #expect(!"\(finding)".contains("secret"))
        }
    }

    /// With 5,000 of each line a quadratic rule would take minutes.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "#EXTINF:99,|a.ts|", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"|", "#EXT-X-MAP:URI=\"i\"|",
            "#EXTINF:9,|",
            "#EXT-X-DATERANGE:ID=\"a\",DURATION=1|", "#EXT-X-PART:DURATION=1,URI=\"p\"|",
            "#EXT-X-DISCONTINUITY|#EXTINF:0.001,|a.m4s|", "a.ts|",
        ]
    )
    func costsLittle(line: String) throws {
        let count = 5000
        let playlist = "#EXT-X-PART-INF:PART-TARGET=0.5|" + String(repeating: line, count: count)
        var measurement = MediaMeasurement(segmentCount: count)
        for index in 0..<count { measurement.segments[index].byteCount = 1000 }
        let findings = try LintPresentation.media(playlist, measurement: measurement).findings()
        #expect(findings.count < 300)
    }

    /// Looking up each of 40,000 attributes by its name would take minutes.
    @Test(.timeLimit(.minutes(1)))
    func costsLittleForLongAttributeLists() throws {
        let attributes = (0..<40_000).map { ",X-\($0)=1" }.joined()
        let scene = LintPresentation.multivariant(
            "#EXT-X-STREAM-INF:BANDWIDTH=9" + attributes + "|m.m3u8",
            [("m.m3u8", "#EXT-X-DATERANGE:ID=\"a\"" + attributes + "|#EXTINF:9.5,|a.ts")]
        )
        #expect(try scene.findings().count < 100)
    }

    /// If several lines need the same version, the first is named, in whatever order they are found.
    @Test func namesTheFirstNeedOfAVersion() throws {
        let text =
            "#EXTM3U|#EXT-X-TARGETDURATION:9|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"|#EXTINF:9,|a.ts"
            + "|#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"f\",KEYFORMATVERSIONS=\"1\"|#EXTINF:9,|a.ts"
        for _ in 0..<50 {
            let finding = try LintPresentation.whole(text).findings().first { $0.rule.id == "version" }
            #expect(finding?.message == "The version is too low for METHOD=SAMPLE-AES on line 3")
        }
    }
}
