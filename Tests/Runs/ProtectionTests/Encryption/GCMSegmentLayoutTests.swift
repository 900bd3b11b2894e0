import Ciphers
import Failures
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// The output of `protect` with AES-256-GCM.
struct GCMSegmentLayoutTests {
    /// Lengths around the 256 KiB in which files are read.
    private static let lengths = [0, 1, 16, 262_143, 262_144, 262_145, 524_288, 600_000]
    private static let policy = ProtectionPolicy(method: .aes256GCM)

    private static func main(_ lengths: [Int]) -> String {
        TreeFixture.mediaPlaylist(lengths.flatMap { ["#EXTINF:6,", "\($0).ts"] })
    }

    /// Returns the clear bytes of a segment, and its IV.
    private static func open(_ segment: [UInt8], _ key: ContentKey) throws -> (clear: [UInt8], iv: [UInt8]) {
        try #require(segment.count >= 32)
        let iv = Array(segment.prefix(16))
        var decryptor = try SegmentGCMDecryptor(key: key, iv: InitializationVector(bytes: iv))
        let ciphertext = Array(segment.dropFirst(16).dropLast(16))
        var clear = ciphertext
        var output = clear.mutableSpan
        try decryptor.update(ciphertext.span, into: &output)
        try decryptor.finish(tag: Array(segment.suffix(16)))
        return (clear, iv)
    }

    private func record(_ fixture: RunFixture) throws -> KeyRecord {
        let records = try fixture.keys.store.allRecords()
        #expect(records.count == 1)
        return try #require(records.first)
    }

    @Test(arguments: [1, 4])
    func everyLengthIsVectorCiphertextAndTag(jobs: Int) throws {
        let fixture = try RunFixture(
            ["main.m3u8": Self.main(Self.lengths)],
            media: Dictionary(uniqueKeysWithValues: Self.lengths.map { ("\($0).ts", $0) })
        )
        var request = try fixture.request(Self.policy)
        request.jobs = jobs
        try fixture.run(request)
        let key = try record(fixture).key
        #expect(key.length == .bits256)
        var ivs: Set<[UInt8]> = []
        for length in Self.lengths {
            let segment = try fixture.directory.read("out/\(length).ts")
            #expect(segment.count == length + 32)
            let opened = try Self.open(segment, key)
            #expect(opened.clear == (try fixture.directory.read("in/\(length).ts")), "\(length)")
            ivs.insert(opened.iv)
        }
        #expect(ivs.count == Self.lengths.count)
        let uses = try fixture.keys.store.uses(of: record(fixture).keyID)
        #expect(uses.map(\.method) == ["aes-256-gcm"])
    }

    @Test func noLineHasAVector() throws {
        let fixture = try RunFixture(["main.m3u8": Self.main([33])], media: ["33.ts": 33])
        try fixture.run(try fixture.request(Self.policy))
        let text = String(decoding: try fixture.directory.read("out/main.m3u8"), as: UTF8.self)
        #expect(
            text == """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-KEY:METHOD=AES-256-GCM,URI="skd://movie-42/all/0/1"
                #EXTINF:6,
                33.ts

                """
        )
    }

    /// Ranges without gaps, each an AES-256-GCM message of its own, count bytes of ciphertext.
    @Test func rangesCountCiphertext() throws {
        let fixture = try RunFixture(
            [
                "main.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-VERSION:6", "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"33@0\"", "#EXTINF:6,",
                    "#EXT-X-BYTERANGE:100@33", "a.mp4", "#EXTINF:6,", "#EXT-X-BYTERANGE:7", "a.mp4",
                ])
            ],
            media: ["a.mp4": 140]
        )
        try fixture.run(try fixture.request(ProtectionPolicy(method: .aes256GCM, encryptsInit: true)))
        let text = String(decoding: try fixture.directory.read("out/main.m3u8"), as: UTF8.self)
        #expect(
            text == """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-VERSION:6
                #EXT-X-KEY:METHOD=AES-256-GCM,URI="skd://movie-42/all/0/1"
                #EXT-X-MAP:URI="a.mp4",BYTERANGE="65@0"
                #EXTINF:6,
                #EXT-X-BYTERANGE:132@65
                a.mp4
                #EXTINF:6,
                #EXT-X-BYTERANGE:39
                a.mp4

                """
        )
        let (clear, result) = (
            try fixture.directory.read("in/a.mp4"), try fixture.directory.read("out/a.mp4")
        )
        #expect(result.count == 140 + 3 * 32)
        let key = try record(fixture).key
        for (own, range) in [(0..<33, 0..<65), (33..<133, 65..<197), (133..<140, 197..<236)] {
            #expect(try Self.open(Array(result[range]), key).clear == Array(clear[own]))
        }
    }

    private static let ladder =
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nx.m3u8\n"
        + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"\n"

    private static func iFrames(_ entries: [String]) throws -> RunFixture {
        try RunFixture(
            [
                "main.m3u8": ladder, "x.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"]),
                "i.m3u8": TreeFixture.mediaPlaylist(["#EXT-X-VERSION:4", "#EXT-X-I-FRAMES-ONLY"] + entries),
            ],
            media: ["a.ts": 200, "i.ts": 50]
        )
    }

    @Test(arguments: ["#EXT-X-BYTERANGE:30@0", "#EXT-X-BYTERANGE:199@1", "#EXT-X-BYTERANGE:1@100"])
    func anIFrameInsideOfASegmentIsRefused(range: String) throws {
        let fixture = try Self.iFrames(["#EXTINF:6,", range, "a.ts"])
        let error = #expect(throws: RunFailure.self) {
            try fixture.run(try fixture.request(Self.policy))
        }
        #expect(error?.failureClass == .malformed)
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix("i.m3u8:7: the I-frame is a part of a segment of a.ts (bytes "), "\(text)")
        #expect(text.contains("--method aes-128"))
        // The refusal comes before a key is minted.
        #expect(try fixture.keys.store.allRecords().isEmpty)
    }

    @Test(arguments: [["#EXTINF:6,", "i.ts"], ["#EXTINF:6,", "#EXT-X-BYTERANGE:50@0", "i.ts"]])
    func anIFrameThatIsAWholeFileIsAMessage(entry: [String]) throws {
        let fixture = try Self.iFrames(entry + ["#EXTINF:6,", "#EXT-X-BYTERANGE:200@0", "a.ts"])
        try fixture.run(try fixture.request(Self.policy))
        let key = try record(fixture).key
        #expect(
            try Self.open(fixture.directory.read("out/i.ts"), key).clear == fixture.directory.read("in/i.ts")
        )
        let text = String(decoding: try fixture.directory.read("out/i.m3u8"), as: UTF8.self)
        #expect(text.contains("#EXT-X-BYTERANGE:232@0\na.ts\n"))
        #expect(text.contains("#EXT-X-BYTERANGE:82@0\ni.ts\n") == (entry.count == 3))
    }

    /// The limit is 2^36 - 32 bytes (SP 800-38D 5.2.1.1); the file is sparse.
    @Test(arguments: [(UInt64(68_719_476_704), true), (68_719_476_705, false)])
    func aSegmentIsAsLongAsAMessageMayBe(size: UInt64, isTaken: Bool) throws {
        let tree = try TreeFixture(media: ["#EXTINF:6,", "a.ts"], files: ["a.ts": 0])
        let file = try #require(FileHandle(forWritingAtPath: tree.root + "/a.ts"))
        try file.truncate(atOffset: size)
        try file.close()
        if isTaken {
            _ = try PlannedTree(tree, Self.policy)
            return
        }
        let error = #expect(throws: RunFailure.self) { _ = try PlannedTree(tree, Self.policy) }
        #expect(error?.failureClass == .malformed)
        #expect(error.map { "\($0)" }?.contains("expected at most 68719476704 bytes") == true)
    }

    // MARK: IVs

    /// Returns the encrypted segments of a title, protected with the same given key in a new store.
    private static func encryptedSegments(_ clear: [String: [UInt8]], _ id: String = "movie-42") throws
        -> [String:
        [UInt8]]
    {
        let lines = clear.keys.sorted().flatMap { ["#EXTINF:6,", $0] }
        var files = clear
        files["main.m3u8"] = Array(TreeFixture.mediaPlaylist(lines).utf8)
        let fixture = try RunFixture(files: files)
        let provided = KeyRequest.ProvidedKey(key: try ContentKey(copying: Array(0x10...0x2F)))
        var request = ProtectionRequest(
            playlist: fixture.tree.root + "/main.m3u8",
            output: fixture.directory.path + "/out",
            keys: try KeyRequest(id, providedKey: provided)
        )
        request.policy = policy
        try fixture.run(request)
        return try fixture.output()
    }

    @Test func oneRecordGivesTheSameBytesInEveryStore() throws {
        let media = [
            "a.ts": [UInt8](repeating: 1, count: 300_000), "b.ts": [UInt8](repeating: 1, count: 300_000),
        ]
        let (first, second) = (try Self.encryptedSegments(media), try Self.encryptedSegments(media))
        #expect(first == second)
        // Equal media at two locations.
        #expect(first["a.ts"]?.prefix(16) != first["b.ts"]?.prefix(16))
        // The same key for another title.
        #expect(
            try Self.encryptedSegments(media, "movie-43")["a.ts"]?.prefix(16) != first["a.ts"]?.prefix(16)
        )
    }

    @Test(arguments: [0, 262_143, 262_144, 299_999])
    func otherMediaGetAnotherVector(offset: Int) throws {
        var bytes = [UInt8](repeating: 1, count: 300_000)
        let first = try Self.encryptedSegments(["a.ts": bytes, "b.ts": [2]])
        bytes[offset] ^= 0x80
        let second = try Self.encryptedSegments(["a.ts": bytes, "b.ts": [2]])
        #expect(first["a.ts"]?.prefix(16) != second["a.ts"]?.prefix(16))
        #expect(first["b.ts"] == second["b.ts"])
    }

    /// The second read of the file returns other bytes, though its metadata say that it is unchanged.
    @Test(arguments: [0, 300_000, 524_287])
    func aFileThatChangesBetweenThePassesIsRefused(offset: Int) throws {
        let clear = (0..<524_288).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let files = ["main.m3u8": Array(Self.main([1]).utf8), "1.ts": clear]
        let fixture = try RunFixture(files: files)
        let presentation = GeneratedPresentation(files, entry: "main.m3u8")
            .replacing(
                "1.ts",
                with: FaultySource(clear, .flip(offset: UInt64(offset), after: UInt64(clear.count)))
            )
        var request = try fixture.request(Self.policy)
        request.source = presentation
        #expect(throws: RunFailure.mediaFileChanged(file: TreePath("1.ts"))) { try fixture.run(request) }
        #expect(!fixture.directory.exists("out"))
    }
}
