import Foundation
import Testing

/// `--method aes-256-gcm`: what is written, what is refused, what `verify` says.
struct AES256GCMTests {
    static let uri = ["--key-uri", "https://keys.example.com/{content_id}"]

    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Media playlists of all containers, whole files and byte ranges.
    static let playlists = [
        "packed-audio/index.m3u8", "ts/video/240p/index.m3u8", "ts/subtitles/en/index.m3u8",
        "ts-byterange/index.m3u8", "fmp4/video/720p/index.m3u8", "fmp4-byterange/index.m3u8",
    ]

    private func protect(
        _ playlist: String,
        to output: String = "out",
        id: String = "movie-42",
        _ more: [String] = []
    ) throws -> Outcome {
        let arguments = ["protect", playlist, "-o", workspace.path(output), "--content-id", id]
        return try workspace.start(arguments + ["--method", "aes-256-gcm"] + more).wait()
    }

    private func sample(_ name: String) -> String { Places.samples + "/" + name }

    @Test(arguments: playlists)
    func `A protected presentation holds against its source`(name: String) throws {
        try protect(sample(name), Self.uri).succeeds()
        try workspace.verify("out/index.m3u8", "--source", sample(name)).succeeds()
        let playlist = try workspace.playlist("out/index.m3u8")
        #expect(!playlist.keys.isEmpty)
        for key in playlist.keys { #expect(Set(key.attributes.keys) == ["METHOD", "URI"]) }
        #expect(Set(playlist.keys.map(\.method)) == ["AES-256-GCM"])
        #expect(try workspace.records().map { $0.key?.count } == [64])
    }

    @Test func `Each segment is 32 bytes longer, and players of its version read the playlist`() throws {
        let source = sample("packed-audio/index.m3u8")
        try protect(source).succeeds()
        for name in ["7.aac", "8.aac", "9.aac", "10.aac"] {
            let clear = FileManager.default.contents(atPath: sample("packed-audio/" + name))?.count ?? 0
            #expect(try workspace.data("out/" + name).count == clear + 32)
        }
        // Nothing of the key line needs a version.
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
        try protect(workspace.path("in/multivariant.m3u8"), more).succeeds()
        try workspace.verify("out/multivariant.m3u8", "--source", workspace.path("in/multivariant.m3u8"))
            .succeeds()
        let multivariant = try workspace.playlist("out/multivariant.m3u8")
        #expect(multivariant.sessionKeys.count == 3)
        #expect(multivariant.sessionKeys.allSatisfy { $0.method == "AES-256-GCM" && $0.iv == nil })
        #expect(try workspace.playlist("out/video/240p/index.m3u8").maps.first?.key != nil)
    }

    @Test(arguments: [Sample.transportStream, .fragmentedMP4, .transportStreamRanges, .fragmentedMP4Ranges])
    func `I-frames inside of segments are refused before a key is minted`(sample: Sample) throws {
        try protect(sample.path).fails(65, "the I-frame is a part of a segment", "--method aes-128")
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
        let outcome = try protect(sample("packed-audio/index.m3u8"), options)
        #expect(outcome.status == 64, "\(outcome.testDescription)")
        #expect(outcome.errors.contains(part), "\(outcome.errors)")
        #expect(try workspace.hasEmptyStore)
    }

    // MARK: Keys

    static let key = "8f3a60c1d95e27b4047bf6812c9de053f1e2d3c4b5a69788796a5b4c3d2e1f00"

    @Test(arguments: ["raw", "digits"])
    func `A key file of 32 bytes is the key`(form: String) throws {
        let digits = Data((Self.key + "\n").utf8)
        let raw = Data(
            stride(from: 0, to: 64, by: 2).compactMap { UInt8(Self.key.dropFirst($0).prefix(2), radix: 16) }
        )
        try workspace.writeSecret(form == "raw" ? raw : digits, to: "key")
        try protect(sample("packed-audio/index.m3u8"), ["--key-file", workspace.path("key")]).succeeds()
        #expect(try workspace.records().map(\.key) == [Self.key])
        let exported = try workspace.fairlead("keys", "export", "--as", "key-file", "--allow-plaintext")
            .succeeds()
        #expect(exported.output == raw)
        try workspace.verify("out/index.m3u8", "--source", sample("packed-audio/index.m3u8")).succeeds()
    }

    @Test func `A key on the command line has 64 digits`() throws {
        try protect(sample("packed-audio/index.m3u8"), ["--key", Self.key]).warns("command line")
        #expect(try workspace.records().map(\.key) == [Self.key])
    }

    @Test(arguments: [16, 31, 33, 48, 64])
    func `A key file of another length is refused`(count: Int) throws {
        try workspace.writeSecret(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }), to: "key")
        try protect(sample("packed-audio/index.m3u8"), ["--key-file", workspace.path("key")])
            .fails(65, "\(count) bytes", "expected 32")
    }

    @Test(arguments: [("aes-128", "aes-256-gcm"), ("aes-256-gcm", "aes-128"), ("aes-256-gcm", "sample-aes")])
    func `A title has keys of one length until it gets new ones`(first: String, second: String) throws {
        let playlist = sample("packed-audio/index.m3u8")
        func run(_ method: String, to output: String, _ more: [String] = []) throws -> Outcome {
            try workspace.start(
                [
                    "protect", playlist, "-o", workspace.path(output), "--content-id", "movie-42", "--method",
                    method, "--key-uri", "https://k/{content_id}/{generation}",
                ] + more
            ).wait()
        }
        try run(first, to: "one").succeeds()
        let (found, expected) = first == "aes-256-gcm" ? (32, 16) : (16, 32)
        try run(second, to: "two").fails(
            65,
            "the stored key has \(found) bytes (expected \(expected), for \(second))",
            "--new-key",
            "--content-id"
        )
        try run(second, to: "two", ["--new-key"]).succeeds()
        for tree in ["one", "two"] {
            try workspace.verify(tree + "/index.m3u8", "--source", playlist).succeeds()
        }
    }

    @Test func `Keys are made ahead`() throws {
        try workspace.fairlead("keys", "create", "--content-id", "movie-42", "--method", "aes-256-gcm")
            .succeeds()
        let record = try #require(try workspace.records().first)
        #expect(record.key?.count == 64)
        try protect(sample("packed-audio/index.m3u8")).succeeds()
        #expect(try workspace.records().map(\.keyId) == [record.keyId])
        // Without a method it is found, with another one it does not fit.
        try workspace.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        try workspace.fairlead("keys", "create", "--content-id", "movie-42", "--method", "sample-aes")
            .fails(65, "32 bytes", "--new-key")
        let shown = try workspace.fairlead("keys", "show", "--content-id", "movie-42").succeeds()
        #expect(!shown.text.contains(record.key ?? "?"))
        #expect(shown.text.contains("aes-256-gcm"))
        try workspace.fairlead("keys", "list").succeeds()
        try workspace.fairlead("keys", "audit").succeeds()
    }

    @Test func `A master secret gives the same key to every store`() throws {
        let other = try Workspace(.fresh)
        for workspace in [workspace, other] {
            try workspace.writeSecret(Data((1...32).map { UInt8($0) }), to: "master")
            let arguments = [
                "protect", sample("packed-audio/index.m3u8"), "-o", workspace.path("out"), "--content-id",
                "movie-42", "--method", "aes-256-gcm", "--derive-from", workspace.path("master"),
            ]
            try workspace.start(arguments).wait().succeeds()
        }
        #expect(try workspace.tree("out") == other.tree("out"))
        #expect(try workspace.records().map(\.key) == other.records().map(\.key))
    }

    @Test(arguments: ["cpix-2.3", "cpix-2.4"])
    func `Keys of a CPIX document have to be long enough`(format: String) throws {
        let playlist = sample("packed-audio/index.m3u8")
        for (id, method) in [("long", "aes-256-gcm"), ("short", "aes-128")] {
            let arguments = [
                "protect", playlist, "-o", workspace.path(id), "--content-id", id, "--method", method,
            ]
            try workspace.start(arguments + Self.uri).wait().succeeds()
            let export = ["keys", "export", "--as", format, "--allow-plaintext", "--content-id", id]
            try workspace.start(export + ["-o", workspace.path(id + ".xml")]).wait().succeeds()
        }
        let other = try Workspace()
        func run(_ id: String, _ method: String) throws -> Outcome {
            let arguments = [
                "protect", playlist, "-o", other.path(id), "--content-id", id, "--method", method,
            ]
            return try other.start(arguments + Self.uri + ["--cpix", workspace.path(id + ".xml")]).wait()
        }
        try run("short", "aes-256-gcm").fails(65, "has 16 bytes, expected 32")
        try run("long", "aes-128").fails(65, "has 32 bytes, expected 16")
        #expect(try other.hasEmptyStore)
        try run("long", "aes-256-gcm").succeeds()
        #expect(try other.tree("long") == workspace.tree("long"))
    }

    // MARK: Repetition

    @Test func `The same input and record give the same bytes, and other media other vectors`() throws {
        let playlist = try workspace.copy(.packedAudio)
        try protect(playlist).succeeds()
        try protect(playlist, to: "again").succeeds()
        let first = try workspace.tree("out")
        #expect(try workspace.tree("again") == first)
        var data = try workspace.data("in/8.aac")
        data[data.startIndex + data.count / 2] ^= 1
        try workspace.write(data, to: "in/8.aac")
        try protect(playlist, ["--overwrite"]).fails(65, "--new-key", "--reuse-key")
        try protect(playlist, ["--overwrite", "--reuse-key"]).succeeds()
        let second = try workspace.tree("out")
        #expect(first["7.aac"] == second["7.aac"])
        #expect(first["8.aac"]?.prefix(16) != second["8.aac"]?.prefix(16))
    }

    @Test(arguments: [0.0, 0.5, 1.0])
    func `One changed bit does not hold`(place: Double) throws {
        try protect(sample("packed-audio/index.m3u8")).succeeds()
        var data = try workspace.data("out/9.aac")
        data[data.startIndex + Int(Double(data.count - 1) * place)] ^= 4
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
        // With another method they are there.
        try workspace.package([Mezzanine.avc], to: "other", ["--clear"]).succeeds()
        #expect(try workspace.tree("other").keys.contains { $0.contains("iframes") })
    }

    @Test func `Titles of a batch may have it`() throws {
        let rows =
            "input,content_id,method\n\(sample("packed-audio/index.m3u8")),a,aes-256-gcm\n"
            + "\(sample("packed-audio/index.m3u8")),b,aes-128\n"
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
            "input,content_id,method\n\(sample("packed-audio/index.m3u8")),a,aes-256\n",
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
        try protect(sample("packed-audio/index.m3u8"), Self.uri).succeeds()
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
        try workspace.verify("out/index.m3u8", "--source", sample("packed-audio/index.m3u8")).succeeds()
        let inspected = try workspace.fairlead("inspect", workspace.path("out/index.m3u8"))
        #expect(inspected.text.contains("AES-256-GCM"), "\(inspected.testDescription)")
    }

    @Test func `A FairPlay line beside it is refused`() throws {
        try protect(sample("packed-audio/index.m3u8"), Self.uri).succeeds()
        let arguments = [
            "rewrite", workspace.path("out/index.m3u8"), "-o", workspace.path("new"), "--content-id",
            "movie-42",
            "--drm", "fairplay", "--key-uri", "skd://{content_id}",
        ]
        let outcome = try workspace.start(arguments).wait()
        #expect([64, 65].contains(outcome.status), "\(outcome.testDescription)")
    }
}
