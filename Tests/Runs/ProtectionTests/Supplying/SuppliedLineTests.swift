import Failures
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Keys and lines of a key supplier in the playlists, and refused lines.
struct SuppliedLineTests {
    private static let fairPlay = "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
    private static let clearKey = "3ea8778f-7742-4bf9-b18b-e834b2acbd47"
    private static let playlists = [
        "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=1280x720\nv.m3u8\n",
        "v.m3u8": """
        #EXTM3U
        #EXT-X-VERSION:4
        #EXT-X-TARGETDURATION:4
        #EXTINF:4,
        a.ts
        #EXTINF:4,
        b.ts
        #EXT-X-ENDLIST

        """,
    ]

    private static func lines(
        _ media: [String],
        session: [String] = [],
        system: String = clearKey
    ) throws -> SuppliedLines {
        SuppliedLines(
            systemID: try #require(UUID(uuidString: system)),
            media: media,
            session: session
        )
    }

    private func fixture() throws -> RunFixture {
        try RunFixture(Self.playlists, media: ["a.ts": 4_000, "b.ts": 5_000])
    }

    private func request(
        _ fixture: RunFixture,
        _ mode: IVMode = .segment,
        _ lines: [SuppliedLines]
    ) throws -> (ProtectionRequest, FixedSupplier) {
        var request = try fixture.request(ProtectionPolicy(mode))
        let supplier = FixedSupplier { _ in lines }
        request.supplier = supplier
        return (request, supplier)
    }

    private func keyLines(_ file: String, _ fixture: RunFixture) throws -> [String] {
        let text = String(decoding: try fixture.directory.read("out/" + file), as: UTF8.self)
        return text.split(separator: "\n").map(String.init).filter { $0.contains("-KEY:") }
    }

    private static let givenLine = "#EXT-X-KEY:URI=\"https://k.test/one?x=1\" , METHOD=AES-128"
        .replacingOccurrences(of: " , ", with: ",")

    // MARK: Written

    @Test func linesAreWrittenAsGiven() throws {
        let fixture = try fixture()
        let session = "#EXT-X-SESSION-KEY:URI=\"https://k.test/session\",METHOD=AES-128"
        let (request, supplier) = try request(
            fixture,
            .sequence,
            [Self.lines([Self.givenLine], session: [session])]
        )
        let report = try fixture.run(request)
        #expect(try keyLines("v.m3u8", fixture) == [Self.givenLine])
        #expect(try keyLines("main.m3u8", fixture) == [session])
        #expect(try fixture.key() == "000102030405060708090a0b0c0d0e0f")
        #expect(report.keys.map(\.isNew) == [true])
        let record = try #require(try fixture.keys.store.allRecords().first)
        let signalling = try fixture.keys.store.signalling(of: record.keyID)
        #expect(signalling.map(\.keyURI) == ["https://k.test/one?x=1", "https://k.test/session"])
        #expect(signalling.allSatisfy { $0.template == nil && $0.system == "identity" })
        #expect(
            supplier.requirements == [
                [
                    KeyRequirement(
                        identity: try KeyIdentity("movie-42", "all"),
                        media: [.video(pixels: nil)],
                        method: .aes128
                    )
                ]
            ]
        )
    }

    /// Each segment has its own IV, which the supplied line cannot contain.
    @Test func vectorsOfSegmentsAreAppended() throws {
        let fixture = try fixture()
        let (request, _) = try request(fixture, .segment, [Self.lines([Self.givenLine])])
        try fixture.run(request)
        let lines = try keyLines("v.m3u8", fixture)
        #expect(lines.count == 2)
        #expect(Set(lines).count == 2)
        #expect(
            lines.allSatisfy {
                $0.hasPrefix(Self.givenLine + ",IV=0x") && $0.utf8.count == Self.givenLine.utf8.count + 38
            }
        )
    }

    @Test func vectorOfTheLineStays() throws {
        let fixture = try fixture()
        let line = Self.givenLine + ",IV=0xA0A1A2A3A4A5A6A7A8A9AAABACADAEAF"
        let (request, _) = try request(fixture, .constant, [Self.lines([line])])
        try fixture.run(request)
        #expect(try keyLines("v.m3u8", fixture) == [line])
    }

    @Test func severalLinesKeepTheirOrder() throws {
        let fixture = try fixture()
        let second = "#EXT-X-KEY:METHOD=AES-128,URI=\"https://k.test/two\""
        let (request, _) = try request(fixture, .sequence, [Self.lines([second, Self.givenLine])])
        try fixture.run(request)
        #expect(try keyLines("v.m3u8", fixture) == [second, Self.givenLine])
    }

    @Test func linesOfOtherSystemsAreNotWritten() throws {
        let fixture = try fixture()
        let (request, _) = try request(fixture, .sequence, [Self.lines(["nonsense"], system: Self.fairPlay)])
        try fixture.run(request)
        #expect(
            try keyLines("v.m3u8", fixture)
                == ["#EXT-X-KEY:METHOD=AES-128,URI=\"skd://movie-42/all/0/1\""]
        )
    }

    @Test func dryRunAsksNothing() throws {
        let fixture = try fixture()
        let (request, supplier) = try request(fixture, .segment, [Self.lines([Self.givenLine])])
        let report = try ProtectionRun(request, store: fixture.keys.store).dryRun()
        #expect(supplier.requirements.isEmpty)
        #expect(try fixture.keys.store.allRecords().isEmpty)
        #expect(report.warnings.contains { $0.contains("key server test is not asked in a dry run") })
    }

    // MARK: Refused

    @Test(
        arguments: [
            ("", "a line that is not EXT-X-KEY"),
            ("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"", "a line that is not EXT-X-KEY"),
            (" #EXT-X-KEY:METHOD=AES-128,URI=\"a\"", "a line that is not EXT-X-KEY"),
            ("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"a\"", "a line that is not EXT-X-KEY"),
            (
                "#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"b\"",
                "a control character"
            ),
            ("#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\r", "a control character"),
            ("#EXT-X-KEY:METHOD=AES-128,URI=\"{$a}\"", "a variable of EXT-X-DEFINE"),
            ("#EXT-X-KEY:METHOD=AES-128", "URI"),
            ("#EXT-X-KEY:METHOD=NONE", "METHOD"),
            ("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"a\"", "METHOD is SAMPLE-AES, expected AES-128"),
            (
                "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
                "KEYFORMAT is com.apple.streamingkeydelivery, expected identity"
            ),
            (
                "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",KEYID=0x000102030405060708090A0B0C0D0E0F",
                "KEYID is that of another key"
            ),
            ("#EXT-X-KEY:METHOD=AES-128,URI=\"a\",IV=0x01", "its IV is not that of the key"),
            (
                "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",IV=0xA0A1A2A3A4A5A6A7A8A9AAABACADAEAF",
                "use --iv-mode constant"
            ),
        ]
    )
    func refusedLines(line: String, reason: String) throws {
        let fixture = try fixture()
        let (request, _) = try request(fixture, .segment, [Self.lines([line])])
        let error = try #require(throws: RunFailure.self) { try fixture.run(request) }
        #expect(error.location == "key server test")
        #expect(error.problem.hasPrefix("the key line for \(KeySystem.identity) that came with a key"))
        #expect(error.problem.contains(reason), "\(error)")
        #expect(error.found?.contains("track all,") == true)
        #expect(error.failureClass == .malformed)
        #expect(!FileManager.default.fileExists(atPath: fixture.directory.path + "/out"))
    }

    @Test func lineForTheMultivariantPlaylistAloneIsRefused() throws {
        let fixture = try fixture()
        let session = "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"https://keys.example.com/1\""
        let (request, _) = try request(fixture, .segment, [Self.lines([], session: [session])])
        let error = try #require(throws: RunFailure.self) { try fixture.run(request) }
        #expect(
            error.description.contains("a line for the multivariant playlist and none for media playlists")
        )
        #expect(error.failureClass == .malformed)
        #expect(!FileManager.default.fileExists(atPath: fixture.directory.path + "/out"))
    }

    @Test func keysOfOneLineAreRefused() throws {
        let fixture = try fixture()
        var (request, _) = try request(fixture, .segment, [Self.lines([Self.givenLine])])
        request.policy.schedule = PeriodSchedule(rotation: .seconds(4))
        let error = try #require(throws: RunFailure.self) { try fixture.run(request) }
        #expect(error.description.hasPrefix("--key-uri: two keys would share the URI "), "\(error)")
    }
}
