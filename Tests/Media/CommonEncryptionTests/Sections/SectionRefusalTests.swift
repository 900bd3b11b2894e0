import Bitstreams
import CommonEncryption
import ProtectionTerms
import SampleEncryption
import Testing

struct SectionRefusalTests {
    /// A section, and its expected error: kind, box whose offset it names, and words of the message.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var kind: String
        var boxType: String
        var excerpts: [String]
        var bytes: [UInt8]

        var testDescription: String { name }

        init(_ name: String, _ kind: String, at boxType: String, _ excerpts: [String], _ bytes: [UInt8]) {
            self.name = name
            self.kind = kind
            self.boxType = boxType
            self.excerpts = excerpts
            self.bytes = bytes
        }

        init(
            _ name: String,
            _ kind: String,
            at boxType: String,
            _ excerpts: [String],
            handler: String = "vide",
            entry: [UInt8]
        ) {
            let track = SectionBuilder.Track(handler: handler, entries: [entry])
            self.init(name, kind, at: boxType, excerpts, SectionBuilder(tracks: [track]).bytes)
        }

        /// The offset of the first box of type `boxType`, or 0 if `boxType` is empty.
        var offset: UInt64 {
            let pattern = Array(boxType.utf8)
            let index = bytes.indices.first { bytes[$0...].starts(with: pattern) } ?? 4
            return boxType.isEmpty ? 0 : UInt64(index - 4)
        }
    }

    private static func avcC(lengthSize: UInt8 = 0xFF, _ sets: [UInt8]) -> [UInt8] {
        VideoEntry.video("avc1", mp4("avcC", [1, 0x64, 0, 0x1E, lengthSize] + sets))
    }

    private static let information = mp4(
        "sinf",
        mp4("frma", Array("avc1".utf8)) + full("schm", 0, Array("cens".utf8) + be32(0x10000))
    )

    static let cases: [Case] = [
        Case("nothing", "malformed", at: "", ["moov"], []),
        Case("no movie", "malformed", at: "", ["moov"], mp4("ftyp", zeros(8))),
        Case("two movies", "malformed", at: "moov", ["once more"], SectionBuilder().bytes + mp4("moov", [])),
        Case(
            "media",
            "unsupported",
            at: "mdat",
            ["EXT-X-MAP"],
            SectionBuilder(behindMovie: mp4("mdat", [1])).bytes
        ),
        Case(
            "fragment",
            "unsupported",
            at: "moof",
            ["EXT-X-MAP"],
            SectionBuilder(behindMovie: mp4("moof", [])).bytes
        ),
        Case(
            "no mvex",
            "unsupported",
            at: "moov",
            ["mvex", "fragmented"],
            SectionBuilder(hasExtends: false).bytes
        ),
        Case("no track", "malformed", at: "moov", ["trak"], SectionBuilder(tracks: []).bytes),
        Case(
            "no trex",
            "malformed",
            at: "moov",
            ["trex", "track 1", "0 times"],
            SectionBuilder(tracks: [SectionBuilder.Track(hasExtends: false)]).bytes
        ),
        Case(
            "samples in the movie",
            "unsupported",
            at: "stsz",
            ["5 samples", "stbl/stsz"],
            SectionBuilder(tracks: [SectionBuilder.Track(sampleCount: 5)]).bytes
        ),
        Case(
            "header of a key system",
            "alreadyEncrypted",
            at: "pssh",
            ["pssh"],
            SectionBuilder(inMovie: full("pssh", 0, zeros(20))).bytes
        ),
        Case(
            "VP9",
            "unsupported",
            at: "vp09",
            ["vp09", "track 1", "stsd", "AV1"],
            entry: VideoEntry.video("vp09", [])
        ),
        Case(
            "AC-4",
            "unsupported",
            at: "ac-4",
            ["ac-4"],
            handler: "soun",
            entry: AudioEntry.audio("ac-4", [])
        ),
        Case(
            "MPEG-H",
            "unsupported",
            at: "mhm1",
            ["mhm1"],
            handler: "soun",
            entry: AudioEntry.audio("mhm1", [])
        ),
        Case("audio as video", "unsupported", at: "mp4a", ["vide"], entry: VideoEntry.video("mp4a", [])),
        Case(
            "time codes",
            "unsupported",
            at: "code",
            ["tmcd"],
            handler: "tmcd",
            entry: mp4("code", zeros(8))
        ),
        Case("no avcC", "malformed", at: "avc1", ["avcC"], entry: VideoEntry.video("avc1", [])),
        Case("no hvcC", "malformed", at: "hvc1", ["hvcC"], entry: VideoEntry.video("hvc1", VideoEntry.avcC)),
        Case("no av1C", "malformed", at: "av01", ["av1C"], entry: VideoEntry.video("av01", VideoEntry.hvcC)),
        Case(
            "hvcC cut short",
            "malformed",
            at: "",
            ["bytes"],
            entry: VideoEntry.video("hvc1", mp4("hvcC", [1] + zeros(20)))
        ),
        Case(
            "another av1C",
            "malformed",
            at: "",
            ["version"],
            entry: VideoEntry.video("av01", mp4("av1C", zeros(4)))
        ),
        Case(
            "two avcC that differ",
            "malformed",
            at: "",
            ["avcC", "once more"],
            entry: VideoEntry.video("avc1", VideoEntry.avcC + mp4("avcC", VideoEntry.avcC.dropFirst(8) + [0]))
        ),
        Case("no parameter set", "malformed", at: "avc1", ["parameter set"], entry: avcC([0xE0, 0])),
        Case(
            "lengths of 3 bytes",
            "malformed",
            at: "",
            ["lengthSizeMinusOne"],
            entry: avcC(lengthSize: 0xFE, [0xE0, 0])
        ),
        Case("empty parameter set", "malformed", at: "", ["length"], entry: avcC([0xE1, 0, 0, 0])),
        Case(
            "parameter set over the end",
            "malformed",
            at: "",
            ["2 bytes"],
            entry: avcC([0xE1, 0, 3, 0x67, 1])
        ),
        Case(
            "wrong kind of set",
            "malformed",
            at: "",
            ["nal_unit_type"],
            entry: avcC([0xE1, 0, 1, 0x68, 0])
        ),
        Case("entry cut short", "malformed", at: "", ["bytes"], entry: mp4("avc1", zeros(77))),
        Case(
            "encv without sinf",
            "malformed",
            at: "encv",
            ["sinf"],
            entry: VideoEntry.video("encv", VideoEntry.avcC)
        ),
        Case(
            "another scheme",
            "unsupported",
            at: "encv",
            ["cens", "clear media"],
            entry: VideoEntry.video("encv", VideoEntry.avcC + information)
        ),
        Case(
            "sinf in a clear entry",
            "alreadyEncrypted",
            at: "avc1",
            ["avc1", "track 1"],
            entry: VideoEntry.video("avc1", VideoEntry.avcC + information)
        ),
        Case(
            "keys in sample groups",
            "alreadyEncrypted",
            at: "sgpd",
            ["seig", "stbl"],
            SectionBuilder(
                tracks: [
                    SectionBuilder.Track(
                        inTable: full("sgpd", 1, Array("seig".utf8) + be32(20) + be32(1) + zeros(20))
                    )
                ]
            ).bytes
        ),
        Case(
            "samples assigned to keys",
            "alreadyEncrypted",
            at: "sbgp",
            ["seig", "stbl"],
            SectionBuilder(
                tracks: [SectionBuilder.Track(inTable: full("sbgp", 0, Array("seig".utf8) + be32(0)))]
            ).bytes
        ),
        Case(
            "pictures in a text track",
            "unsupported",
            at: "avc1",
            ["avc1", "handler 'text'"],
            handler: "text",
            entry: VideoEntry.avc
        ),
        Case(
            "pictures with parameter sets among them in a metadata track",
            "unsupported",
            at: "hev1",
            ["hev1", "handler 'meta'"],
            handler: "meta",
            entry: VideoEntry.video("hev1", VideoEntry.hvcC)
        ),
        Case(
            "sound in a track of captions",
            "unsupported",
            at: "mp4a",
            ["mp4a", "handler 'clcp'"],
            handler: "clcp",
            entry: AudioEntry.aac
        ),
        Case("system stream", "alreadyEncrypted", at: "encs", ["encs"], entry: VideoEntry.video("encs", [])),
        Case("restricted", "alreadyEncrypted", at: "resv", ["resv"], entry: VideoEntry.video("resv", [])),
        Case("cut short", "malformed", at: "moov", ["moov"], Array(SectionBuilder().bytes.dropLast())),
    ]

    @Test(arguments: cases)
    func isRefused(_ refusal: Case) throws {
        let error = #expect(throws: SampleEncryptionError.self) { try InitializationSection(refusal.bytes) }
        let (kind, offset, text): (String, UInt64, String) =
            switch try #require(error) {
            case .malformed(let error): ("malformed", error.offset, error.description)
            case .unsupported(let offset, let what, let remedy): ("unsupported", offset, what + remedy)
            case .alreadyEncrypted(let offset, let what): ("alreadyEncrypted", offset, what)
            case .cipher: ("cipher", 0, "")
            }
        #expect(kind == refusal.kind)
        for excerpt in refusal.excerpts { #expect(text.contains(excerpt), "\(text)") }
        let isSomewhere = refusal.boxType.isEmpty && refusal.kind == "malformed"
        let isLastOfTwo = refusal.name.hasPrefix("two")
        if !isSomewhere, !isLastOfTwo { #expect(offset == refusal.offset, "\(text)") }
        #expect(offset <= UInt64(refusal.bytes.count))
    }

    @Test func protectingTwiceIsRefused() throws {
        let protection = InitializationSection.Protection(
            scheme: .cbcs,
            keyID: zeros(16),
            constantIV: zeros(16)
        )
        let once = try InitializationSection(SectionBuilder().bytes).protected(protection)
        #expect(throws: SampleEncryptionError.self) { try InitializationSection(once).protected(protection) }
    }

    @Test func clearEntriesThatAreNotTheSameAreRefused() throws {
        let protection = InitializationSection.Protection(
            scheme: .cbcs,
            keyID: zeros(16),
            constantIV: zeros(16),
            keepsClearEntries: true
        )
        var bytes = try InitializationSection(SectionBuilder().bytes).protected(protection)
        let index = try #require(bytes.indices.last { bytes[$0...].starts(with: "avc1".utf8) })
        // Changes the width in the clear sample entry.
        bytes[index + 4 + 24] ^= 1
        let section = try InitializationSection(bytes)
        #expect(throws: SampleEncryptionError.self) { try section.clear() }
    }
}
