import Foundation
import KeyStore
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Changed key lines of SAMPLE-AES for packed audio.
///
/// In `index.m3u8` line 6 is FairPlay's key line and line 7 the identity one, if both are there. The URIs of
/// the four segments are in lines 8, 10, 12 and 14, or one line further down if there are two key lines.
struct SampleKeyLineTests {
    private static let sample = "packed-audio/index.m3u8"
    private static let audio = "out/index.m3u8"
    private static let uri = "URI=\"skd://movie-42/all/0\""
    private static let fairPlay =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,\(uri),KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""
    /// The IV of the record: 16 times 0x2A (42) XOR 0x5A.
    private static let iv = "0x70707070707070707070707070707070"
    private static let identity = "#EXT-X-KEY:METHOD=SAMPLE-AES,\(uri),IV=\(iv)"
    private static let widevine =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:text/plain;base64,AAAAI3Bzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAAAMaAWE=\","
        + "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\",KEYFORMATVERSIONS=\"1\""

    private static func both() -> ProtectionOptions { .sampleAES(systems: [.fairPlay, .identity]) }
    private static func only(_ system: KeySystem) -> ProtectionOptions { .sampleAES(systems: [system]) }

    /// Returns findings by the lines of the URIs; the invalid frame of each depends on the garbage.
    private static func garbage(_ lines: Int...) -> [String] {
        lines.map { "stream index.m3u8:\($0) \(($0 + 6) / 2).aac" }
    }

    private static func change(_ old: String, _ new: String) -> @Sendable (Title) throws -> Void {
        { try $0.replace(old, with: new, in: audio) }
    }

    static let mutations = [
        Mutation(
            "a key URI that nobody recorded",
            sample,
            only(.fairPlay),
            findings: ["no-record index.m3u8:6"],
            change: change("movie-42", "movie-43")
        ),
        // The first block of each frame is garbage.
        Mutation(
            "another IV",
            sample,
            only(.identity),
            findings: garbage(8, 10, 12, 14),
            change: change("0x70", "0x71")
        ),
        // The sequence numbers are not the IV of the segments.
        Mutation(
            "no IV",
            sample,
            only(.identity),
            findings: ["(warning) key-line index.m3u8:6"] + garbage(8, 10, 12, 14),
            change: change(",IV=" + iv, "")
        ),
        Mutation(
            "another IV for identity than for FairPlay",
            sample,
            both(),
            findings: ["key-line index.m3u8:7"],
            change: change("0x70", "0x71")
        ),
        Mutation(
            "no IV for identity beside FairPlay",
            sample,
            both(),
            findings: ["(warning) key-line index.m3u8:7", "key-line index.m3u8:7"],
            change: change(",IV=" + iv, "")
        ),
        Mutation(
            "an IV for FairPlay that is not the record's",
            sample,
            only(.fairPlay),
            findings: ["key-line index.m3u8:6"],
            change: change(fairPlay, fairPlay + ",IV=0x" + String(repeating: "0", count: 32))
        ),
        Mutation(
            "a version of FairPlay that there is not",
            sample,
            only(.fairPlay),
            findings: ["key-line index.m3u8:6"],
            change: change("VERSIONS=\"1\"", "VERSIONS=\"2\"")
        ),
        Mutation(
            "Widevine alone",
            sample,
            only(.fairPlay),
            findings: ["(warning) not-checked index.m3u8:6", "key-line index.m3u8:6"],
            change: change(fairPlay, widevine)
        ),
        // The linter reports it as well.
        Mutation(
            "keys of two methods",
            sample,
            both(),
            findings: ["key-line index.m3u8:7", "key-methods-differ index.m3u8:7"],
            change: change(identity, "#EXT-X-KEY:METHOD=AES-128,\(uri)")
        ),
        // The segments are clear by the playlist and encrypted by their ID3 tags.
        Mutation(
            "no key line",
            sample,
            only(.fairPlay),
            findings: [7, 9, 11, 13].map { "signalling index.m3u8:\($0) \(($0 + 7) / 2).aac" },
            change: change(fairPlay + "\r\n", "")
        ),
        Mutation(
            "METHOD=NONE over the last segment",
            sample,
            only(.fairPlay),
            findings: [
                "signalling index.m3u8:15 10.aac", "(warning) not-protected index.m3u8:15",
            ],
            change: change("#EXTINF:4,\r\n10.aac", "#EXT-X-KEY:METHOD=NONE\r\n#EXTINF:4,\r\n10.aac")
        ),
        Mutation(
            "AES-128 in place of SAMPLE-AES",
            sample,
            only(.identity),
            findings: [8, 10, 12, 14].map { "decryption index.m3u8:\($0) \(($0 + 6) / 2).aac" },
            change: change("SAMPLE-AES", "AES-128")
        ),
    ]

    @Test(arguments: mutations)
    func isFound(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries.map { String($0.prefix { $0 != "@" }) } == mutation.findings)
        #expect(!report.holds)
    }

    /// Changes after which the presentation is still valid.
    static let harmless = [
        Mutation("nothing", sample, both(), findings: []) { _ in },
        Mutation(
            "Widevine beside FairPlay",
            sample,
            only(.fairPlay),
            findings: ["(warning) not-checked index.m3u8:7"],
            change: change(fairPlay, fairPlay + "\r\n" + widevine)
        ),
        Mutation(
            "the key formats in the other order",
            sample,
            both(),
            findings: [],
            change: change(fairPlay + "\r\n" + identity, identity + "\r\n" + fairPlay)
        ),
        // The linter warns, because the key server delivers the IV.
        Mutation(
            "the record's IV for FairPlay",
            sample,
            only(.fairPlay),
            findings: [],
            change: change(fairPlay, fairPlay + ",IV=" + iv)
        ),
    ]

    @Test(arguments: harmless)
    func isAccepted(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries == mutation.findings)
        #expect(report.holds)
    }

    /// Both lines have a record, but for different keys.
    @Test func keysOfTwoRecords() throws {
        let title = try Title(sample: Self.sample, Self.both())
        let draft = KeyDraft(identity: try KeyIdentity(contentID: ContentID("movie-43"), track: "all"))
        let otherRecord = try #require(try title.store.findOrCreate([draft]).first)
        try title.store.signal(otherRecord, as: "skd://movie-43", by: "sample-aes", in: title.output)
        try title.replace(
            Self.identity,
            with: Self.identity.replacing("movie-42/all/0", with: "movie-43"),
            in: Self.audio
        )
        let report = try title.verify()
        #expect(report.summaries == ["key-line index.m3u8:7"])
        #expect(report.findings.first?.message.contains(otherRecord.keyID.uuidString.lowercased()) == true)
    }

    /// The key lines of two periods are swapped: each segment decrypts to other bytes.
    @Test func swappedKeyLines() throws {
        let options = ProtectionOptions.sampleAES(systems: [.identity], rotation: .seconds(8))
        let title = try Title(sample: Self.sample, options)
        #expect(try title.verify().summaries == [])
        var lines = try title.text(Self.audio).split(whereSeparator: \.isNewline)
        let keyLineIndices = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-KEY") }
        try #require(keyLineIndices.count == 2)
        lines.swapAt(keyLineIndices[0], keyLineIndices[1])
        try title.write(lines.joined(separator: "\r\n") + "\r\n", to: Self.audio)
        let report = try title.verify()
        // The keys are random here, and so are the invalid frames; the digest in the store detects the rest.
        let rules = Set(report.findings.filter(\.isError).map(\.rule))
        #expect(!rules.isEmpty && rules.isSubset(of: [.stream, .mediaDigest]))
        #expect(!report.holds)
    }
}
