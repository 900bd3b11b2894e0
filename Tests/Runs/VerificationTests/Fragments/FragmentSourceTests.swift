import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Comparison of protected fMP4 with its source.
struct FragmentSourceTests {
    private static let sample = "fmp4/video/240p/index.m3u8"

    private static func title() throws -> (title: Title, source: String) {
        let title = try Title(
            sample: sample,
            .sampleAES(systems: [.fairPlay, .identity], rotation: .seconds(4))
        )
        let source = try title.copySource()
        try #require(try title.verify(source: source).summaries == [])
        return (title, source)
    }

    /// The message names the fragment and the NAL unit.
    @Test func sample() throws {
        let (title, source) = try Self.title()
        let name = "source/segment1.m4s"
        // In the first sample of the second fragment, which is a key frame.
        let body = try BoxRanges(try title.read(name)).body("mdat", 1)
        try title.editBytes(of: name) { $0[body.lowerBound + 300] ^= 1 }
        let findings = try title.verify(source: source).findings.filter { $0.rule == .sourceMedia }
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.file == "segment1.m4s")
        #expect(
            finding.message.hasPrefix(
                "sample 0 of track 1 differs from that of the source segment1.m4s, of 'moof' 1, in NAL unit "
            ),
            "\(finding.message)"
        )
    }

    @Test func movieFragment() throws {
        let (title, source) = try Self.title()
        try title.change("source/segment1.m4s", "moof/traf/tfdt", at: 11) { $0 ^= 1 }
        let findings = try title.verify(source: source).findings.filter { $0.rule == .sourceMedia }
        #expect(findings.map(\.file) == ["segment1.m4s"])
        #expect(findings.first?.message.hasPrefix("'moof' 0 differs from that of the source") == true)
    }

    /// Every form of an initialization section is compared with the clear one.
    @Test func section() throws {
        let (title, source) = try Self.title()
        try title.change("source/init.mp4", "moov/trak/mdia/mdhd", at: 15) { $0 ^= 1 }
        let findings = try title.verify(source: source).findings.filter { $0.rule == .sourceMedia }
        #expect(findings.map(\.file) == ["init.mp4", "init.key1.mp4", "init.key2.mp4"])
    }

    /// An EXT-X-MAP may be added only where keys change.
    @Test func addedSection() throws {
        let (title, source) = try Self.title()
        try title.replace(
            "#EXT-X-ENDLIST",
            with: "#EXT-X-MAP:URI=\"init.key2.mp4\"\n#EXT-X-ENDLIST",
            in: "out/index.m3u8"
        )
        let findings = try title.verify(source: source).findings.filter(\.isError)
        #expect(findings.map(\.rule).contains(.sourcePlaylist))
    }

    @Test(arguments: [
        ("init.key1.mp4", "init.mp4", true), ("a/init.key12.mp4?x=1", "a/init.mp4?x=1", true),
        ("init.key1", "init", true), ("init.key.mp4", "init.mp4", false),
        ("init.key1.mp4", "other.mp4", false), ("b/init.key1.mp4", "a/init.mp4", false),
        ("init.key1.mp4?x=2", "init.mp4?x=1", false), ("init.mp4", "init.mp4", false),
        ("a.key1.b.key2.mp4", "a.key1.b.mp4", true), ("a%20b.key1.mp4", "a b.mp4", true),
    ])
    func form(_ uri: String, _ clear: String, _ isForm: Bool) {
        #expect(SectionFormURI.isForm(uri, of: clear) == isForm)
    }
}
