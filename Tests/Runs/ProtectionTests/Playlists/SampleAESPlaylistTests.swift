import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Protected playlists of SAMPLE-AES: key lines by key system, discontinuities, versions.
///
/// The IV of all keys is f0 f1 … ff.
struct SampleAESPlaylistTests {
    private static let iv = "0xf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
    private static let fairPlay =
        #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://all/0",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#
    private static let identity = #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://all/0",IV="# + iv

    private static let files = ["init.ts", "a.ts", "b.ts", "c.ts", "d.ts"]

    /// Protects a version 3 playlist of 6-second segments, checks that it becomes version `version`, and
    /// returns the lines after the head.
    private static func protect(
        _ lines: [String],
        _ policy: ProtectionPolicy,
        hasTables: Bool = true,
        version: Int = 5
    ) throws -> [String] {
        let head = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:6"]
        let tree = try TreeFixture(
            ["main.m3u8": (head + lines).joined(separator: "\n") + "\n"],
            media: Dictionary(uniqueKeysWithValues: files.map { ($0, 376) })
        )
        let formats = try SampleFormats.formats(of: files, hasTables: hasTables)
        let text = try PlannedTree(tree, policy, formats: formats).playlist()
        let found = text.split(separator: "\n").map(String.init)
        #expect(Array(found.prefix(3)) == [head[0], "#EXT-X-VERSION:\(version)", head[2]])
        return Array(found.dropFirst(3))
    }

    private static func inf(_ name: String) -> [String] { ["#EXTINF:6,", name] }

    @Test(
        arguments: [
            ("FairPlay by default for skd", .sampleAES(), [fairPlay]),
            ("FairPlay never has an IV", .sampleAES(.fairPlay), [fairPlay]),
            ("identity always has one", .sampleAES(.identity), [identity]),
            ("both, in their order", .sampleAES(.fairPlay, .identity), [fairPlay, identity]),
            ("the other way round", .sampleAES(.identity, .fairPlay), [identity, fairPlay]),
        ] as [(String, ProtectionPolicy, [String])]
    )
    func writesALineForEachSystem(name: String, policy: ProtectionPolicy, lines: [String]) throws {
        let source = Self.inf("a.ts") + Self.inf("b.ts")
        #expect(try Self.protect(source, policy) == lines + source, "\(name)")
    }

    @Test func aClearStartEndsWithADiscontinuity() throws {
        let found = try Self.protect(
            Self.inf("a.ts") + ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:06Z"] + Self.inf("b.ts")
                + Self.inf("c.ts"),
            .sampleAES(clearLead: .seconds(6))
        )
        #expect(
            found == Self.inf("a.ts")
                + ["#EXT-X-DISCONTINUITY", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:06Z", Self.fairPlay]
                + Self.inf("b.ts") + Self.inf("c.ts")
        )
    }

    @Test func aDiscontinuityThatIsThereIsEnough() throws {
        let found = try Self.protect(
            Self.inf("a.ts") + ["#EXT-X-DISCONTINUITY"] + Self.inf("b.ts"),
            .sampleAES(clearLead: .seconds(6))
        )
        #expect(
            found == Self.inf("a.ts") + ["#EXT-X-DISCONTINUITY", Self.fairPlay] + Self.inf("b.ts")
        )
    }

    @Test func rotationNeedsNoDiscontinuity() throws {
        let found = try Self.protect(
            Self.inf("a.ts") + Self.inf("b.ts") + Self.inf("c.ts"),
            .sampleAES(.fairPlay, .identity, rotation: .seconds(12))
        )
        let second = [Self.fairPlay, Self.identity].map { $0.replacing("all/0", with: "all/1") }
        #expect(
            found == [Self.fairPlay, Self.identity] + Self.inf("a.ts") + Self.inf("b.ts") + second
                + Self.inf("c.ts")
        )
    }

    @Test func noneIsWrittenAgainAfterOneOfTheSource() throws {
        let none = "#EXT-X-KEY:METHOD=NONE"
        let found = try Self.protect(Self.inf("a.ts") + [none] + Self.inf("b.ts"), .sampleAES())
        #expect(found == [Self.fairPlay] + Self.inf("a.ts") + [none, Self.fairPlay] + Self.inf("b.ts"))
    }

    /// The initialization section stays clear, so no key has to be in force for it.
    @Test(arguments: [false, true])
    func theKeyLineStandsBehindTheMap(hasTables: Bool) throws {
        let map = #"#EXT-X-MAP:URI="init.ts""#
        let source = [map] + Self.inf("a.ts") + Self.inf("b.ts")
        // RFC 8216bis section 8: EXT-X-MAP requires version 6.
        let found = try Self.protect(source, .sampleAES(), hasTables: hasTables, version: 6)
        #expect(found == [map, Self.fairPlay] + Self.inf("a.ts") + Self.inf("b.ts"))
    }

    @Test func textGetsNoKeyLine() throws {
        let text = TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.vtt"])
        let tree = try TreeFixture(["main.m3u8": text], media: ["a.vtt": 20])
        let planned = try PlannedTree(tree, .sampleAES())
        #expect(try planned.playlist() == text)
        #expect(
            planned.plan.notes(.sampleAES()) == [
                "main.m3u8: WebVTT stays clear, SAMPLE-AES has no rule for it"
            ]
        )
    }

    @Test(
        arguments: [
            ("skd://x", [.fairPlay]), ("https://keys.example/1", [.identity]),
            ("HTTP://keys.example/1", [.identity]), ("skd:https://x", [.fairPlay]),
            ("httpx://x", [.fairPlay]), ("", [.fairPlay]),
        ] as [(String, [KeySystem])]
    )
    func theKeyURISuggestsTheSystem(uri: String, systems: [KeySystem]) {
        #expect(ProtectionPolicy.sampleAES().keySystems(forKeyURI: uri) == systems)
        #expect(ProtectionPolicy().keySystems(forKeyURI: uri) == [.identity])
        #expect(ProtectionPolicy.sampleAES(.identity).keySystems(forKeyURI: uri) == [.identity])
    }

    @Test(
        arguments: [
            (
                .sampleAES(.fairPlay, .identity),
                [
                    #"METHOD=SAMPLE-AES,URI="skd://all/0",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#,
                    #"METHOD=SAMPLE-AES,URI="skd://all/0""#,
                ], 5
            ),
            (.sampleAES(.identity), [#"METHOD=SAMPLE-AES,URI="skd://all/0""#], 4),
            (ProtectionPolicy(), [#"METHOD=AES-128,URI="skd://all/0""#], 4),
        ] as [(ProtectionPolicy, [String], Int)]
    )
    func sessionKeysHaveNoVector(policy: ProtectionPolicy, keys: [String], version: Int) throws {
        let variant = ["#EXT-X-STREAM-INF:BANDWIDTH=1", "a.m3u8"]
        let tree = try TreeFixture(
            [
                "main.m3u8": (["#EXTM3U", "#EXT-X-VERSION:4"] + variant).joined(separator: "\n"),
                "a.m3u8": TreeFixture.mediaPlaylist(Self.inf("a.ts")),
            ],
            media: ["a.ts": 376]
        )
        let planned = try PlannedTree(tree, policy, formats: try SampleFormats.formats(of: Self.files))
        let protector = MultivariantPlaylistProtector(
            multivariant: try #require(planned.presentation.multivariant),
            layout: planned.layout,
            lines: planned.lines
        )
        let text = String(decoding: try protector.protect(.start), as: UTF8.self)
        #expect(
            text.split(separator: "\n").map(String.init)
                == ["#EXTM3U", "#EXT-X-VERSION:\(version)"] + keys.map { "#EXT-X-SESSION-KEY:" + $0 }
                + variant
        )
    }
}
