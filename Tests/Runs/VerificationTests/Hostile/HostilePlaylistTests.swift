import Failures
import Presentations
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Playlists that try to mislead or crash a verifier.
struct HostilePlaylistTests {
    private static let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://movie-42/all/0\""
    private static let end = UInt64.max

    /// Lines that replace the URI of the only segment and all lines before it.
    struct Case: CustomTestStringConvertible, Sendable {
        let lines: String
        let findings: [String]

        var testDescription: String { lines }

        init(_ lines: String, _ findings: String...) {
            self.lines = lines
            self.findings = findings
        }
    }

    /// The first of these lines is line 4 of the playlist.
    static let cases = [
        Case("#EXTINF:1,\nhttp://host/0.vtt?token", "media index.m3u8:5"),
        Case("#EXTINF:1,\n//host/0.vtt", "media index.m3u8:5"),
        Case("#EXTINF:1,\n/etc/passwd", "media index.m3u8:5"),
        Case("#EXTINF:1,\n../../keys.sqlite", "media index.m3u8:5"),
        Case("#EXTINF:1,\n..%2F..%2Fkeys.sqlite", "media index.m3u8:5"),
        Case("#EXTINF:1,\nindex.m3u8", "stream index.m3u8:5 index.m3u8@0"),
        Case("\(key)\n#EXTINF:1,\nindex.m3u8", "decryption index.m3u8:6 index.m3u8"),
        Case("#EXT-X-MAP:URI=\"nothing.mp4\"\n\(key)\n#EXTINF:1,\n0.vtt", "media index.m3u8:4 nothing.mp4"),
        Case(
            "\(key)\n#EXT-X-MAP:URI=\"0.vtt\",BYTERANGE=\"\(end)@0\"\n#EXTINF:1,\n0.vtt",
            "key-line index.m3u8:4",
            "key-map-iv index.m3u8:5"
        ),
        Case(
            "#EXT-X-MAP:URI=\"0.vtt\",BYTERANGE=\"\(end)@0\"\n\(key)\n#EXTINF:1,\n0.vtt",
            "media index.m3u8:4 0.vtt"
        ),
        Case("\(key)\n#EXTINF:1,\n#EXT-X-BYTERANGE:\(end)@0\n0.vtt", "media index.m3u8:7 0.vtt"),
        Case(
            "\(key)\n#EXTINF:1,\n#EXT-X-BYTERANGE:16@9223372036854775808\n0.vtt",
            "media index.m3u8:7 0.vtt"
        ),
        Case(
            "\(key)\n#EXT-X-PART:DURATION=1,URI=\"0.vtt\"\n#EXTINF:1,\n0.vtt",
            "not-checked index.m3u8:5",
            "part-inf-missing index.m3u8:5"
        ),
        Case("\(key)\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:1,\n0.vtt", "not-checked index.m3u8:5"),
        Case("\(key)\n#EXT-X-GAP\n#EXTINF:1,\n0.vtt", "not-protected index.m3u8"),
        Case("\(key)", "not-protected index.m3u8"),
    ]

    @Test(arguments: cases)
    func isFound(_ test: Case) throws {
        let clear = ["index.m3u8": Synthetic.playlist(["0.vtt"]), "0.vtt": Synthetic.webVTT(0)]
        let title = try Title(files: clear, ProtectionOptions(iv: .sequence))
        try #require(try title.verify().summaries == [])
        let head = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:1\n"
        try title.write(head + test.lines + "\n#EXT-X-ENDLIST\n", to: "out/index.m3u8")
        let report = try title.verify()
        #expect(report.summaries == test.findings)
        #expect(!report.holds)
        #expect(try !title.verifyAgainstSource().holds)
    }

    /// Ranges and contents that cannot be SAMPLE-AES.
    static let sampleCases = [
        Case("#EXT-X-BYTERANGE:\(end)@0\n0.vtt", "media index.m3u8:7 0.vtt"),
        Case("#EXT-X-BYTERANGE:1@\(end - 1)\n0.vtt", "media index.m3u8:7 0.vtt"),
        Case(
            "#EXT-X-BYTERANGE:0@3\n0.vtt",
            "stream index.m3u8:7 0.vtt@0",
            "(warning) media-digest index.m3u8"
        ),
        Case("0.vtt", "(warning) not-protected index.m3u8:6 0.vtt", "(warning) media-digest index.m3u8"),
        Case("index.m3u8", "stream index.m3u8:6 index.m3u8@0", "(warning) media-digest index.m3u8"),
        Case("nothing.ts", "media index.m3u8:6 nothing.ts"),
    ]

    @Test(arguments: sampleCases)
    func isFoundUnderSampleAES(_ test: Case) throws {
        let clear = ["index.m3u8": Synthetic.playlist(["0.vtt"]), "0.vtt": Synthetic.webVTT(0)]
        let title = try Title(files: clear, ProtectionOptions(iv: .sequence))
        try title.write(Synthetic.webVTT(0), to: "out/0.vtt")
        let key =
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://movie-42/all/0\","
            + "KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""
        let head = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:1\n"
        try title.write(
            head + key + "\n#EXTINF:1,\n" + test.lines + "\n#EXT-X-ENDLIST\n",
            to: "out/index.m3u8"
        )
        let report = try title.verify()
        #expect(report.summaries == test.findings)
        _ = try title.verifyAgainstSource()
    }

    /// No token of a URI appears in a message.
    @Test func tokensAreLeftOut() throws {
        let clear = ["index.m3u8": Synthetic.playlist(["0.vtt"]), "0.vtt": Synthetic.webVTT(0)]
        let title = try Title(files: clear)
        try title.replace("0.vtt", with: "https://user:secret@host/0.vtt?token=secret", in: "out/index.m3u8")
        let media = try title.verify().findings.filter { $0.severity == .error }.map(\.text)
        try title.replace("skd://movie-42/all/0", with: "skd://host/key?token=secret", in: "out/index.m3u8")
        let keys = try title.verify().findings.filter { $0.severity == .error }.map(\.text)
        #expect(media.count == 1 && keys.count == 1)
        #expect((media + keys).allSatisfy { $0.contains("host") && !$0.contains("secret") })
    }

    /// Each of many key lines has one finding.
    @Test func manyKeyLines() throws {
        let clear = ["index.m3u8": Synthetic.playlist(["0.vtt"]), "0.vtt": Synthetic.webVTT(0)]
        let title = try Title(files: clear)
        let count = 2_000
        let segments = (0..<count).map {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://nobody/\($0)\"\n#EXTINF:1,\n0.vtt\n"
        }
        try title.write("#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + segments.joined(), to: "out/index.m3u8")
        let report = try title.verify()
        #expect(report.findings.count == count)
        #expect(report.findings.allSatisfy { $0.rule == .noRecord })
    }

    @Test func somebodyAskedToStop() throws {
        let title = try Title(sample: "packed-audio/index.m3u8")
        let cancellation = Cancellation()
        cancellation.cancel()
        let run = VerificationRun(
            VerificationRequest(playlist: title.output + "/index.m3u8"),
            store: title.store,
            cancellation: cancellation
        )
        #expect(throws: RunFailure.interrupted) { try run.execute() }
    }
}
