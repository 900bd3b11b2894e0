import PresentationFixtures
import Testing

@testable import Presentations
@testable import Protection

/// Offsets in the output, by hand: n bytes become (n / 16 + 1) * 16 of ciphertext (PKCS#7).
///
/// A byte range that contains I-frames starts at a multiple of 16. If an I-frame starts in its first block,
/// the IV is in the 16 bytes before the range, because clients use the block before an I-frame as its IV.
struct OutputLayoutTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The lines of a regular playlist.
        var segments: [String] = []
        /// The lines of an I-frame playlist, or empty for none.
        var iFrames: [String] = []
        let files: [String: Int]
        var policy = ProtectionPolicy()
        /// `START..<END`, with ` +IV` if the IV is before it, in the order of the layout.
        let expected: [String]

        init(
            _ name: String,
            _ ranges: [String],
            iFrames: [String] = [],
            size: Int,
            policy: ProtectionPolicy = ProtectionPolicy(),
            _ expected: [String]
        ) {
            self.init(
                name,
                lines: Self.lines(ranges),
                iFrames: Self.lines(iFrames),
                size: size,
                policy: policy,
                expected
            )
        }

        init(
            _ name: String,
            lines: [String],
            iFrames: [String] = [],
            size: Int,
            policy: ProtectionPolicy = ProtectionPolicy(),
            _ expected: [String]
        ) {
            testDescription = name
            segments = lines
            self.iFrames = iFrames
            files = ["a": size]
            self.policy = policy
            self.expected = expected
        }

        static func lines(_ ranges: [String]) -> [String] {
            ranges.flatMap { ["#EXTINF:6,", "#EXT-X-BYTERANGE:" + $0, "a"] }
        }
    }

    private static let cases: [Case] = [
        Case(
            "ranges are padded each",
            ["100@0", "60@100", "16@160"],
            size: 176,
            ["0..<112", "112..<176", "176..<208"]
        ),
        Case(
            "bytes that nothing names are left out",
            ["50@10", "100@80"],
            size: 200,
            ["0..<64", "64..<176"]
        ),
        Case("the order is that of the bytes", ["100@80", "50@10"], size: 200, ["64..<176", "0..<64"]),
        Case(
            "a clear start stays as long as it is",
            ["100@0", "60@100"],
            size: 160,
            policy: ProtectionPolicy(clearLead: .seconds(6)),
            ["0..<100", "100..<164"]
        ),
        Case(
            "an I-frame in the second block needs alignment only",
            ["100@0", "100@100"],
            iFrames: ["50@0", "50@116"],
            size: 200,
            ["0..<112", "112..<224"]
        ),
        Case(
            "an I-frame in the first block needs the IV before it",
            ["100@0", "100@100"],
            iFrames: ["50@0", "50@115"],
            size: 200,
            ["0..<112", "128..<240 +IV"]
        ),
        Case(
            "the first I-frame of a range decides",
            ["100@0", "100@100"],
            iFrames: ["50@0", "10@160", "10@100"],
            size: 200,
            ["0..<112", "128..<240 +IV"]
        ),
        Case(
            "alignment behind a clear start",
            ["100@0", "100@100"],
            iFrames: ["50@0", "50@120"],
            size: 200,
            policy: ProtectionPolicy(clearLead: .seconds(6)),
            ["0..<100", "112..<224"]
        ),
        Case(
            "an IV behind a clear start",
            ["100@0", "100@100"],
            iFrames: ["50@0", "50@100"],
            size: 200,
            policy: ProtectionPolicy(clearLead: .seconds(6)),
            ["0..<100", "128..<240 +IV"]
        ),
        Case(
            "a clear range is not aligned",
            ["101@0", "100@101", "100@201"],
            iFrames: ["50@0", "50@101"],
            size: 301,
            policy: ProtectionPolicy(clearLead: .seconds(12)),
            ["0..<101", "101..<201", "201..<313"]
        ),
        Case(
            "ranges without I-frames are not moved",
            ["100@0", "100@100", "100@200"],
            iFrames: ["50@200"],
            size: 300,
            ["0..<112", "112..<224", "240..<352 +IV"]
        ),
        Case(
            "a clear section, then a range with an I-frame at its start",
            lines: [#"#EXT-X-MAP:URI="a",BYTERANGE="40@0""#] + Case.lines(["100@40"]),
            iFrames: [#"#EXT-X-MAP:URI="a",BYTERANGE="40@0""#] + Case.lines(["60@40"]),
            size: 140,
            ["0..<40", "64..<176 +IV"]
        ),
        Case(
            "an encrypted section",
            lines: [#"#EXT-X-MAP:URI="a",BYTERANGE="40@0""#] + Case.lines(["100@40"]),
            iFrames: [#"#EXT-X-MAP:URI="a",BYTERANGE="40@0""#] + Case.lines(["60@40"]),
            size: 140,
            policy: ProtectionPolicy(encryptsInit: true),
            ["0..<48", "64..<176 +IV"]
        ),
        Case(
            "an encrypted section without I-frames",
            lines: [#"#EXT-X-MAP:URI="a",BYTERANGE="40@0""#] + Case.lines(["100@40"]),
            size: 140,
            policy: ProtectionPolicy(encryptsInit: true),
            ["0..<48", "48..<160"]
        ),
    ]

    @Test(arguments: cases)
    func places(_ item: Case) throws {
        var text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nx.m3u8\n"
        var playlists = ["x.m3u8": TreeFixture.mediaPlaylist(item.segments)]
        if !item.iFrames.isEmpty {
            text += "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"\n"
            playlists["i.m3u8"] = TreeFixture.mediaPlaylist(["#EXT-X-I-FRAMES-ONLY"] + item.iFrames)
        }
        playlists["main.m3u8"] = text
        let resources = try PlannedTree(TreeFixture(playlists, media: item.files), item.policy).resources
        let found = resources.map { resource in
            "\(resource.range.lowerBound)..<\(resource.range.upperBound)"
                + (resource.hasLeadingIV ? " +IV" : "")
        }
        #expect(found == item.expected)
    }

    @Test func `Files have their media resources in the order of the bytes`() throws {
        let tree = try TreeFixture(
            media: [
                #"#EXT-X-MAP:URI="m.mp4",BYTERANGE="20@0""#, "#EXTINF:6,", "#EXT-X-BYTERANGE:50@50", "m.mp4",
                #"#EXT-X-MAP:URI="n.mp4""#, "#EXTINF:6,", "#EXT-X-BYTERANGE:30@20", "m.mp4",
            ],
            files: ["m.mp4": 100, "n.mp4": 7]
        )
        // The order of the layout is: both initialization sections, then the segments in playlist order.
        let files = try PlannedTree(tree, ProtectionPolicy()).plan.media.files
        #expect(files.map(\.file.description) == ["m.mp4", "n.mp4"])
        #expect(files.map(\.resources) == [[0, 3, 2], [1]])
    }

    /// At the start of a file the I-frame takes the IV from the key line, because no block can precede it.
    @Test func aFileOfIFramesOnlyStartsAtItsFirstByte() throws {
        let lines = ["#EXT-X-I-FRAMES-ONLY"] + Case.lines(["50@0", "20@70"])
        let tree = try TreeFixture(media: lines, files: ["a": 100])
        let resources = try PlannedTree(tree, ProtectionPolicy()).resources
        #expect(resources.map(\.range) == [0..<112])
        #expect(resources.map(\.hasLeadingIV) == [false])
    }
}
