import Foundation
import Testing

/// `--method aes-256-gcm`: results, refusals, and the verdicts of `verify`.
struct AES256GCMTests {
    static let uri = ["--key-uri", "https://keys.example.com/{content_id}"]

    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Media playlists of all containers, with whole files and byte ranges.
    static let playlists = [
        "packed-audio/index.m3u8", "ts/video/240p/index.m3u8", "ts/subtitles/en/index.m3u8",
        "ts-byterange/index.m3u8", "fmp4/video/720p/index.m3u8", "fmp4-byterange/index.m3u8",
    ]

    @Test(arguments: playlists)
    func `A protected presentation holds against its source`(name: String) throws {
        try workspace.protectGCM(TestPaths.sample(name), Self.uri).succeeds()
        try workspace.verify("out/index.m3u8", "--source", TestPaths.sample(name)).succeeds()
        let playlist = try workspace.playlist("out/index.m3u8")
        #expect(!playlist.keys.isEmpty)
        for key in playlist.keys { #expect(Set(key.attributes.keys) == ["METHOD", "URI"]) }
        #expect(Set(playlist.keys.map(\.method)) == ["AES-256-GCM"])
        #expect(try workspace.records().map { $0.key?.count } == [64])
    }

    @Test func `Each segment is 32 bytes longer, and players of its version read the playlist`() throws {
        let source = TestPaths.sample("packed-audio/index.m3u8")
        try workspace.protectGCM(source).succeeds()
        for name in ["7.aac", "8.aac", "9.aac", "10.aac"] {
            let clear =
                FileManager.default.contents(atPath: TestPaths.sample("packed-audio/" + name))?.count ?? 0
            #expect(try workspace.data("out/" + name).count == clear + 32)
        }
        // The key line needs no EXT-X-VERSION.
        #expect(!(try workspace.text("out/index.m3u8")).contains("EXT-X-VERSION"))
    }

    @Test func `Sections are encrypted when it is asked for, and a session key has no IV`() throws {
        _ = try workspace.copy(.fragmentedMP4)
        let text = try workspace.text("in/multivariant.m3u8")
        let lines = text.components(separatedBy: "\n").filter { !$0.hasPrefix("#EXT-X-I-FRAME") }
        try workspace.write(lines.joined(separator: "\n"), to: "in/multivariant.m3u8")
        let more = [
            "--encrypt-init", "--rotate-every", "4s", "--key-uri", "https://k/{content_id}/{period}",
            "--session-keys",
            "all",
        ]
        try workspace.protectGCM(workspace.path("in/multivariant.m3u8"), more).succeeds()
        try workspace.verify("out/multivariant.m3u8", "--source", workspace.path("in/multivariant.m3u8"))
            .succeeds()
        let multivariant = try workspace.playlist("out/multivariant.m3u8")
        #expect(multivariant.sessionKeys.count == 3)
        #expect(multivariant.sessionKeys.allSatisfy { $0.method == "AES-256-GCM" && $0.iv == nil })
        #expect(try workspace.playlist("out/video/240p/index.m3u8").maps.first?.key != nil)
    }

    @Test(arguments: [Sample.transportStream, .fragmentedMP4, .transportStreamRanges, .fragmentedMP4Ranges])
    func `I-frames inside of segments are refused before a key is minted`(sample: Sample) throws {
        try workspace.protectGCM(sample.path).fails(
            65,
            "the I-frame is a part of a segment",
            "--method aes-128"
        )
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }

    @Test(arguments: [
        (["--iv-mode", "segment"], "--iv-mode segment"), (["--iv-mode", "sequence"], "--iv-mode sequence"),
        (["--iv-mode", "constant"], "--iv-mode constant"), (["--drm", "fairplay"], "AES-256-GCM"),
        (["--drm", "identity,widevine"], "--drm widevine"), (["--drm", "playready"], "--drm playready"),
        (["--rotation", "seig", "--rotate-every", "4s"], "--rotation seig"),
        (["--key", ProvidedKeyTests.key], "64 hexadecimal digits"),
        (["--key", ProvidedKeyTests.key + ProvidedKeyTests.key, "--iv", ProvidedKeyTests.iv], "--iv"),
        (["--key-server", "speke:https://localhost:1/x"], "--key-server"),
        (["--template", "axinom"], "axinom"),
    ])
    func `Options that mean nothing are refused`(options: [String], part: String) throws {
        let outcome = try workspace.protectGCM(TestPaths.sample("packed-audio/index.m3u8"), options)
        #expect(outcome.status == 64, "\(outcome.testDescription)")
        #expect(outcome.errors.contains(part), "\(outcome.errors)")
        #expect(try workspace.hasEmptyStore)
    }

    // MARK: Repetition

    @Test func `The same input and record give the same bytes, and other media other vectors`() throws {
        let playlist = try workspace.copy(.packedAudio)
        try workspace.protectGCM(playlist).succeeds()
        try workspace.protectGCM(playlist, to: "again").succeeds()
        let first = try workspace.tree("out")
        #expect(try workspace.tree("again") == first)
        var data = try workspace.data("in/8.aac")
        data[data.startIndex + data.count / 2] ^= 1
        try workspace.write(data, to: "in/8.aac")
        try workspace.protectGCM(playlist, ["--overwrite"]).fails(65, "--new-key", "--reuse-key")
        try workspace.protectGCM(playlist, ["--overwrite", "--reuse-key"]).succeeds()
        let second = try workspace.tree("out")
        #expect(first["7.aac"] == second["7.aac"])
        #expect(first["8.aac"]?.prefix(16) != second["8.aac"]?.prefix(16))
    }

    @Test(arguments: [0.0, 0.5, 1.0])
    func `One changed bit does not hold`(position: Double) throws {
        try workspace.protectGCM(TestPaths.sample("packed-audio/index.m3u8")).succeeds()
        var data = try workspace.data("out/9.aac")
        data[data.startIndex + Int(Double(data.count - 1) * position)] ^= 4
        try workspace.write(data, to: "out/9.aac")
        let outcome = try workspace.verify("out/index.m3u8")
        #expect(outcome.status == 69)
        #expect(outcome.text.contains("decryption: the tag is wrong"), "\(outcome.text)")
    }

    // MARK: Other commands

    @Test(arguments: ["fmp4", "ts"])
    func `package writes no I-frame playlists`(format: String) throws {
        let more = ["--content-id", "movie-42", "--method", "aes-256-gcm", "--segment-format", format]
        try workspace.package([Mezzanine.avc], more + Self.uri).warns("no I-frame playlists")
        let names = try workspace.tree("out").keys
        #expect(!names.contains { $0.contains("iframes") })
        #expect(!(try workspace.text("out/main.m3u8")).contains("I-FRAME"))
        try workspace.verify("out/main.m3u8").succeeds()
        // Without this method there are I-frame playlists.
        try workspace.package([Mezzanine.avc], to: "other", ["--clear"]).succeeds()
        #expect(try workspace.tree("other").keys.contains { $0.contains("iframes") })
    }

    @Test func `Titles of a batch may have it`() throws {
        let rows =
            "input,content_id,method\n\(TestPaths.sample("packed-audio/index.m3u8")),a,aes-256-gcm\n"
            + "\(TestPaths.sample("packed-audio/index.m3u8")),b,aes-128\n"
        try workspace.write(rows, to: "titles.csv")
        try workspace.fairlead(
            "batch",
            workspace.path("titles.csv"),
            "-o",
            workspace.path("out/{content_id}")
        )
        .succeeds()
        #expect(try workspace.playlist("out/a/index.m3u8").keys.map(\.method) == ["AES-256-GCM"])
        #expect(try workspace.records().map { $0.key?.count }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [32, 64])
        let check = [
            "batch", workspace.path("titles.csv"), "-o", workspace.path("out/{content_id}"), "--check",
        ]
        try workspace.start(check).wait().succeeds()
    }

    @Test func `A cell that is no method is refused`() throws {
        try workspace.write(
            "input,content_id,method\n\(TestPaths.sample("packed-audio/index.m3u8")),a,aes-256\n",
            to: "titles.csv"
        )
        let outcome = try workspace.fairlead(
            "batch",
            workspace.path("titles.csv"),
            "-o",
            workspace.path("out/{content_id}")
        )
        #expect(outcome.status == 64 || outcome.status == 65, "\(outcome.testDescription)")
        #expect(outcome.errors.contains("aes-256-gcm"), "\(outcome.errors)")
    }

    @Test func `rewrite gives it another URI, and inspect shows it`() throws {
        try workspace.protectGCM(TestPaths.sample("packed-audio/index.m3u8"), Self.uri).succeeds()
        let arguments = [
            "rewrite", workspace.path("out/index.m3u8"), "--in-place", "--content-id", "movie-42",
            "--key-uri",
            "https://other.example.com/{key_id}",
        ]
        try workspace.start(arguments).wait().succeeds()
        let keys = try workspace.playlist("out/index.m3u8").keys
        #expect(keys.map(\.method) == ["AES-256-GCM"])
        #expect(keys.first?.uri?.hasPrefix("https://other.example.com/") == true)
        #expect(keys.first?.iv == nil)
        try workspace.verify("out/index.m3u8", "--source", TestPaths.sample("packed-audio/index.m3u8"))
            .succeeds()
        let inspected = try workspace.fairlead("inspect", workspace.path("out/index.m3u8"))
        #expect(inspected.text.contains("AES-256-GCM"), "\(inspected.testDescription)")
    }

    @Test func `A FairPlay line beside it is refused`() throws {
        try workspace.protectGCM(TestPaths.sample("packed-audio/index.m3u8"), Self.uri).succeeds()
        let arguments = [
            "rewrite", workspace.path("out/index.m3u8"), "-o", workspace.path("new"), "--content-id",
            "movie-42",
            "--drm", "fairplay", "--key-uri", "skd://{content_id}",
        ]
        let outcome = try workspace.start(arguments).wait()
        #expect([64, 65].contains(outcome.status), "\(outcome.testDescription)")
    }
}
