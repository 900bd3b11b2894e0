import Bitstreams
import Failures
import Foundation
import Glibc
import Mezzanines
import PresentationFixtures
import ProtectionFixtures
import Testing

@testable import Packaging
@testable import Presentations
@testable import Protection

/// A generated presentation without protection is published unchanged, except that the bitrates are measured.
struct ClearRunTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(
        _ presentation: GeneratedPresentation,
        to output: String = "out",
        overwrites: Bool = false,
        jobs: Int = 2,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) throws -> ProtectionReport {
        try ClearRun(
            presentation,
            output: directory.path + "/" + output,
            overwrites: overwrites,
            jobs: jobs,
            progress: progress,
            cancellation: cancellation
        ).execute()
    }

    private func expectNothingLeft() throws { #expect(try directory.names() == []) }

    /// Returns a presentation of two segments, larger than the buffers and ranges used for copying.
    private static func large() -> [String: [UInt8]] {
        let media = (0..<9_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        return [
            "main.m3u8": Array(
                (TreeFixture.mediaPlaylist(["#EXTINF:6,", "v/a.ts", "#EXTINF:6,", "v/b.ts"])
                    + "#EXT-X-ENDLIST\n").utf8
            ),
            "v/a.ts": media,
            "v/b.ts": Array(media.prefix(1000)),
        ]
    }

    @Test(arguments: [1, 3])
    func copiesAllFiles(jobs: Int) throws {
        let files = Self.large()
        let report = try run(GeneratedPresentation(files, entry: "main.m3u8"), jobs: jobs)
        #expect(report.outcome == "published")
        #expect(report.method == "none")
        #expect(report.contentID == nil)
        #expect(report.files == 3)
        #expect(report.bytes == 9_001_001)
        #expect(report.renditions.map(\.encrypted) == [0])
        for (name, bytes) in files { #expect(try directory.read("out/" + name) == bytes, "\(name)") }
        #expect(try directory.names() == ["out"])
    }

    @Test func theSameResultIsASuccessAndADifferentOneIsNot() throws {
        var files = Self.large()
        _ = try run(GeneratedPresentation(files, entry: "main.m3u8"))
        #expect(try run(GeneratedPresentation(files, entry: "main.m3u8")).outcome == "unchanged")
        files["v/b.ts"]?[7] ^= 1
        let output = directory.path + "/out"
        #expect(throws: RunFailure.differentResult(output: output, difference: "v/b.ts")) {
            try run(GeneratedPresentation(files, entry: "main.m3u8"))
        }
        let report = try run(GeneratedPresentation(files, entry: "main.m3u8"), overwrites: true)
        #expect(report.outcome == "replaced")
        #expect(try directory.read("out/v/b.ts") == files["v/b.ts"])
    }

    @Test func aRehearsalWritesNothing() throws {
        let report = try ClearRun(
            GeneratedPresentation(Self.large(), entry: "main.m3u8"),
            output: directory.path + "/new/out"
        ).dryRun()
        #expect(report.outcome == "dry-run")
        try expectNothingLeft()
    }

    // MARK: Bitrates

    /// Bitrates calculated by hand.
    ///
    /// The rendition v has 6000, 3000 and 100 bytes in 4, 4 and 1 s; a has 4000 bytes in 8 s; b twice that;
    /// the I-frame 200 bytes for 4 s. Peak of v: 8 * 6000 / 4 = 12000; average: 8 * 9100 / 9 = 8088.9. The
    /// last segment, of 1 s, is shorter than half of 4 s and does not count for the peak.
    @Test func bitratesAreThoseOfTheResult() throws {
        _ = try run(GeneratedPresentation(Self.ladder(), entry: "main.m3u8"))
        let text = String(decoding: try directory.read("out/main.m3u8"), as: UTF8.self)
        // 12000 + 8000, 8088.9 + 8000, and for the I-frame twice 8 * 200 / 4.
        #expect(text.matches(of: /BANDWIDTH=(\d+)/).map { String($0.1) } == ["20000", "16089", "400", "400"])
    }

    /// PKCS#7 pads the segments to 6016, 3008, 112, 4016 and 8016 bytes; the I-frame keeps its length.
    ///
    /// Peak: 8 * 6016 / 4 + 8016 = 20048; average: 8 * 9136 / 9 + 8016 = 16136.9.
    @Test(arguments: [true, false])
    func bitratesAreMeasuredAfterEncryption(isPackaged: Bool) throws {
        let fixture = try RunFixture([:], media: [:])
        var request = try fixture.request()
        request.source = GeneratedPresentation(Self.ladder(), entry: "main.m3u8")
        request.bandwidths = isPackaged ? .measured : .raised
        try fixture.run(request)
        let text = String(decoding: try fixture.directory.read("out/main.m3u8"), as: UTF8.self)
        let found = text.matches(of: /BANDWIDTH=(\d+)/).map { String($0.1) }
        // Without measurement the values of the source stay, although they are wrong.
        #expect(found == (isPackaged ? ["20048", "16137", "400", "400"] : ["99999999", "1", "1", "99999"]))
    }

    private static func ladder() -> [String: [UInt8]] {
        let main = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="a",URI="a.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="b",URI="b.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=99999999,AVERAGE-BANDWIDTH=1,RESOLUTION=2x2,AUDIO="g"
            v.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,AVERAGE-BANDWIDTH=99999,RESOLUTION=2x2,URI="i.m3u8"

            """
        let texts = [
            "main.m3u8": main,
            "v.m3u8":
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXTINF:1,\n2.ts\n#EXT-X-ENDLIST\n",
            "a.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\na.aac\n#EXT-X-ENDLIST\n",
            "b.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\nb.aac\n#EXT-X-ENDLIST\n",
            "i.m3u8":
                "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:4\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:4,\n#EXT-X-BYTERANGE:200@10\n0.ts\n#EXT-X-ENDLIST\n",
        ]
        let sizes = ["0.ts": 6000, "1.ts": 3000, "2.ts": 100, "a.aac": 4000, "b.aac": 8000]
        return texts.mapValues { Array($0.utf8) }
            .merging(sizes.mapValues { [UInt8](repeating: 0, count: $0) }) { $1 }
    }

    // MARK: What fails leaves nothing

    struct FaultCase: Sendable, CustomTestStringConvertible {
        let name: String
        let fault: FaultySource.Fault
        let expected: RunFailure
        var testDescription: String { name }
    }

    static let faults = [
        FaultCase(
            name: "the disk of the input fails",
            fault: .failure(.system(call: "pread", path: "movie.mp4", code: EIO), from: 500_000),
            expected: .input(SystemCallError("pread", path: "movie.mp4", code: EIO))
        ),
        FaultCase(
            name: "the input is not as it was",
            fault: .failure(.changed(path: "movie.mp4"), from: 8_500_000),
            expected: .inputChanged(path: "movie.mp4")
        ),
        FaultCase(
            name: "the input is malformed",
            fault: .failure(
                .malformed(path: "movie.mp4", .missing(offset: 7, "start code")),
                from: 0
            ),
            expected: .mezzanine(.malformed(path: "movie.mp4", .missing(offset: 7, "start code")))
        ),
        FaultCase(
            name: "fewer bytes come than were said",
            fault: .end(at: 8_999_999),
            expected: .mediaFileChanged(file: TreePath("v/a.ts"))
        ),
        FaultCase(
            name: "it changes at the end",
            fault: .change(after: 9_000_001),
            expected: .mediaFileChanged(file: TreePath("v/a.ts"))
        ),
    ]

    @Test(arguments: faults, [1, 2])
    func faultsLeaveNothing(_ subject: FaultCase, jobs: Int) throws {
        let files = Self.large()
        let presentation = GeneratedPresentation(files, entry: "main.m3u8")
            .replacing("v/a.ts", with: FaultySource(files["v/a.ts"] ?? [], subject.fault))
        #expect(throws: subject.expected) { try run(presentation, to: "new/deep/out", jobs: jobs) }
        try expectNothingLeft()
        // The same for a run with protection, however it reads the bytes.
        let fixture = try RunFixture([:], media: [:])
        var request = try fixture.request()
        request.source = presentation
        #expect(throws: subject.expected) { try fixture.run(request) }
        #expect(!fixture.directory.exists("out"))
    }

    @Test func aCancelledRunLeavesNothing() throws {
        let cancellation = Cancellation()
        let progress = HookedProgress(onAdvance: { cancellation.cancel() })
        #expect(throws: RunFailure.interrupted) {
            try run(
                GeneratedPresentation(Self.large(), entry: "main.m3u8"),
                to: "new/out",
                progress: progress,
                cancellation: cancellation
            )
        }
        try expectNothingLeft()
    }

    @Test func aFileThatNoPlaylistMayNameIsMissed() throws {
        var files = Self.large()
        files["v/b.ts"] = nil
        let failure = SystemCallError("open", path: "v/b.ts", code: ENOENT)
        #expect(throws: RunFailure.media(file: TreePath("v/b.ts"), .main(6), failure)) {
            try run(GeneratedPresentation(files, entry: "main.m3u8"))
        }
        try expectNothingLeft()
    }
}
