import Bitstreams
import ElementaryStreams
import MediaProbing
import Testing

/// CODECS values of sample entries written by hand.
///
/// The expected values follow RFC 6381 and Apple's authoring specification.
struct SampleEntryCodecTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let handler: String
        let entry: [UInt8]
        let codecs: [String]
        var alternatives: [String] = []
    }

    private typealias M = MovieBytes

    private static func video(_ name: String, _ entry: [UInt8], _ codecs: String...) -> Case {
        Case(description: name, handler: "vide", entry: entry, codecs: codecs)
    }

    private static func audio(_ name: String, _ entry: [UInt8], _ codecs: String...) -> Case {
        Case(description: name, handler: "soun", entry: entry, codecs: codecs)
    }

    /// Dolby Vision profiles 5 and 10 in seven bits, and level 6 in six bits.
    private static let visionFive = M.box("dvcC", [1, 0, 0x0A, 0x35] + M.zeros(20))
    private static let visionTen = M.box("dvvC", [1, 0, 0x14, 0x35] + M.zeros(20))

    static let cases: [Case] = [
        video("avc1", M.visual("avc1", M.avcC), "avc1.64001f"),
        video("avc1 as Bento4's mp4fragment writes it", M.visual("avc1", M.avcC, M.avcC), "avc1.64001f"),
        video("avc3", M.visual("avc3", M.avcC), "avc3.64001f"),
        video("encrypted avc1", M.visual("encv", M.avcC, M.protection("avc1")), "avc1.64001f"),
        video("hvc1", M.visual("hvc1", M.hvcC), "hvc1.2.4.L123.B0"),
        video("encrypted hev1", M.visual("encv", M.protection("hev1"), M.hvcC), "hev1.2.4.L123.B0"),
        video("Dolby Vision 5", M.visual("dvh1", M.hvcC, visionFive), "dvh1.05.06"),
        video("Dolby Vision 10", M.visual("dav1", visionTen), "dav1.10.06"),
        video("Dolby Vision beside HEVC", M.visual("hvc1", M.hvcC, visionFive), "hvc1.2.4.L123.B0"),
        video("av01", M.visual("av01", M.box("av1C", [0x81, 0x08, 0x40, 0])), "av01.0.08M.10"),
        video("unknown", M.visual("zzzz")),
        audio("AAC LC", M.audio("mp4a", M.esds(0x40, [0x11, 0x90])), "mp4a.40.2"),
        audio("HE-AAC", M.audio("mp4a", M.esds(0x40, [0x2B, 0x11, 0x88, 0])), "mp4a.40.5"),
        audio(
            "encrypted HE-AAC v2",
            M.audio("enca", M.esds(0x40, [0xEB, 0x09, 0x88, 0]), M.protection("mp4a")),
            "mp4a.40.29"
        ),
        audio("MPEG-2 AAC", M.audio("mp4a", M.esds(0x67, [])), "mp4a.67"),
        audio("AC-3", M.audio("ac-3", M.box("dac3", [0x10, 0x3D, 0x60])), "ac-3"),
        audio("E-AC-3", M.audio("ec-3", M.box("dec3", [0x18, 0x00, 0x20, 0x0F, 0x00])), "ec-3"),
        audio("ALAC", M.audio("alac", M.box("alac", M.zeros(28))), "alac"),
        audio("FLAC", M.audio("fLaC", M.box("dfLa", M.zeros(42))), "fLaC"),
        audio("Opus", M.audio("Opus", M.box("dOps", M.zeros(11))), "Opus"),
        Case(
            description: "WebVTT",
            handler: "text",
            entry: M.box("wvtt", M.zeros(8), M.box("vttC", [])),
            codecs: ["wvtt"]
        ),
        Case(
            description: "TTML with its profile",
            handler: "subt",
            entry: M.box(
                "stpp",
                M.zeros(8),
                Array("http://www.w3.org/ns/ttml\0\0\0".utf8),
                M.fullBox("mime", Array("application/ttml+xml; codecs=\"im1t\"\0".utf8))
            ),
            codecs: ["stpp.ttml.im1t"]
        ),
        Case(
            description: "TTML of a profile that is not told",
            handler: "subt",
            entry: M.box("stpp", M.zeros(8), Array("http://www.w3.org/ns/ttml\0\0\0".utf8)),
            codecs: ["stpp.ttml"],
            alternatives: ["stpp", "stpp.ttml.im1t"]
        ),
    ]

    @Test(arguments: cases)
    func names(sample: Case) throws {
        let content = try probe(M.box("ftyp", M.zeros(8)) + M.movie(sample.handler, sample.entry))
        #expect(content.kind == .initializationSection)
        let track = try #require(content.tracks.first)
        #expect(track.codecs.map(\.name) == sample.codecs)
        #expect(track.codecs.flatMap(\.alternatives) == sample.alternatives)
        #expect(
            track.pictureSize == (sample.handler == "vide" ? PictureSize(width: 1280, height: 720) : nil)
        )
    }

    @Test func namesClearAndEncryptedEntriesOnce() throws {
        let movie = M.movie(
            "vide",
            M.visual("encv", M.avcC, M.protection("avc1")),
            M.visual("avc1", M.avcC)
        )
        #expect(try probe(movie).tracks.first?.codecs.map(\.name) == ["avc1.64001f"])
    }

    @Test(arguments: [
        M.visual("avc1"), M.visual("encv", M.avcC), M.visual("dvh1", M.hvcC),
        M.visual("avc1", M.avcC, M.box("avcC", [1, 0x64, 0, 0x1E, 0xFF, 0xE0])),
        M.visual("avc1", M.box("avcC", [1, 2])),
    ])
    func refusesEntriesThatSayTooLittle(entry: [UInt8]) {
        #expect(throws: ParseError.self) { try probe(M.movie("vide", entry)) }
    }
}
