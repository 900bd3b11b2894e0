import Foundation
import Testing

/// `package` makes a presentation of a mezzanine, and `verify` proves it.
struct PackageTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// The container of a result, and how it is protected.
    struct Protection: Sendable, CustomTestStringConvertible {
        let format: String
        let method: String
        var more: [String] = []

        var testDescription: String { ([format, method] + more).joined(separator: " ") }

        static let all = [
            Protection(format: "fmp4", method: "aes-128"), Protection(format: "fmp4", method: "sample-aes"),
            Protection(format: "fmp4", method: "sample-aes-ctr"),
            Protection(format: "fmp4", method: "sample-aes", more: ["--single-file"]),
            Protection(format: "ts", method: "aes-128"), Protection(format: "ts", method: "sample-aes"),
            Protection(format: "ts", method: "sample-aes", more: ["--muxed"]),
            Protection(format: "ts", method: "sample-aes", more: ["--packed-audio"]),
            Protection(format: "ts", method: "aes-128", more: ["--single-file"]),
        ]
    }

    static let identity = ["--drm", "identity", "--key-uri", "https://keys.example.com/{content_id}"]

    @Test(arguments: [Mezzanine.avc, Mezzanine.avcAC3, Mezzanine.avcEAC3, Mezzanine.hevc])
    func `A clear presentation of fragmented MP4 has its files and holds`(input: String) throws {
        try workspace.packageClear(input).succeeds()
        let names = Set(try workspace.tree("clear").keys)
        #expect(names.contains("main.m3u8"))
        // 4 s in segments of 2 s, for video and audio.
        #expect(names.count { $0.hasSuffix("/init.mp4") } == 2)
        #expect(names.count { $0.hasSuffix("/segment-00001.m4s") } == 2)
        #expect(names.count { $0.hasSuffix("/segment-00002.m4s") } == 2)
        #expect(names.count { $0.hasSuffix("-iframes.m3u8") } == 1)
        #expect(names.count { $0.hasSuffix(".m4s") } == 4)
        try expectNothingButClear("clear")
        #expect(try workspace.hasEmptyStore)
    }

    /// Expects that `verify` finds nothing protected, and no other fault.
    private func expectNothingButClear(_ folder: String) throws {
        let outcome = try workspace.verify(folder + "/main.m3u8", "--format", "json")
        #expect(outcome.status == 69, "\(outcome)")
        let report = try outcome.json(VerificationReport.self)
        #expect(report.findings.map(\.rule) == ["not-protected"], "\(outcome)")
    }

    @Test(arguments: Protection.all)
    func `A protected presentation holds against the clear one`(protection: Protection) throws {
        let format = ["--segment-format", protection.format] + protection.more
        try workspace.package([Mezzanine.avc], to: "clear", ["--clear"] + format).succeeds()
        let id = ["--content-id", "movie-42", "--method", protection.method]
        try workspace.package([Mezzanine.avc], id + Self.identity + format).succeeds()
        let source = workspace.path("clear/main.m3u8")
        let verified = try workspace.verify("out/main.m3u8", "--source", source).succeeds()
        #expect(verified.text.contains("every one decrypts and equals its source"))
        #expect(try workspace.records().map(\.contentId) == ["movie-42"])
    }

    @Test(arguments: Protection.all)
    func `What package writes is what protect makes of the clear presentation`(protection: Protection) throws
    {
        let format = ["--segment-format", protection.format] + protection.more
        let key = ["--key", "000102030405060708090a0b0c0d0e0f", "--iv", "f0e0d0c0b0a090807060504030201000"]
        // Initialization sections contain the key id, and each workspace has its own store, so the id is
        // given.
        let keyID = ["--key-id", "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0"]
        let options =
            ["--content-id", "movie-42", "--method", protection.method] + key + keyID + Self.identity
        let other = try Workspace()
        try workspace.package([Mezzanine.avc], to: "clear", ["--clear"] + format).succeeds()
        let packaged = try other.package([Mezzanine.avc], options + format)
        #expect(packaged.status == 0, "\(packaged)")
        let clear = workspace.path("clear/main.m3u8")
        let protected = try workspace.start(["protect", clear, "-o", workspace.path("out")] + options).wait()
        #expect(protected.status == 0, "\(protected)")
        let (ours, theirs) = (try other.tree("out"), try workspace.tree("out"))
        #expect(Set(ours.keys) == Set(theirs.keys))
        for (name, bytes) in theirs where !name.hasSuffix(".m3u8") { #expect(ours[name] == bytes, "\(name)") }
    }

    @Test func `The number of threads does not show`() throws {
        try workspace.packageClear(Mezzanine.avc, to: "one", "--jobs", "1").succeeds()
        try workspace.packageClear(Mezzanine.avc, to: "other", "--jobs", "5").succeeds()
        #expect(try workspace.tree("one") == workspace.tree("other"))
    }

    @Test func `The same again is done already, something else is not replaced`() throws {
        try workspace.packageClear(Mezzanine.avc).succeeds()
        try workspace.packageClear(Mezzanine.avc).succeeds()
        let before = try workspace.tree("clear")
        try workspace.packageClear(Mezzanine.avc, "--single-file").fails(65, "clear")
        #expect(try workspace.tree("clear") == before)
        try workspace.packageClear(Mezzanine.avc, "--single-file", "--overwrite").succeeds()
        #expect(try workspace.tree("clear") != before)
    }

    @Test func `A dry run writes nothing and mints no key`() throws {
        let options = ["--content-id", "movie-42", "--method", "sample-aes", "--dry-run"]
        try workspace.package([Mezzanine.avc], options + Self.identity).succeeds()
        #expect(!workspace.exists("out"))
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `Subtitles and names stand in the multivariant playlist`() throws {
        try workspace.write("WEBVTT\n\n00:01.000 --> 00:03.000\nOver a boundary.\n", to: "fr.vtt")
        let subtitles = workspace.path("fr.vtt") + ":language=fr,name=Français,forced"
        try workspace.package([Mezzanine.avc, subtitles], to: "out", ["--clear"]).succeeds()
        let playlist = try workspace.text("out/main.m3u8")
        for part in ["TYPE=SUBTITLES", "LANGUAGE=\"fr\"", "NAME=\"Français\"", "FORCED=YES", "SUBTITLES="] {
            #expect(playlist.contains(part), "\(part) in \(playlist)")
        }
        let segments = try workspace.tree("out").filter { $0.key.hasSuffix(".vtt") }
        #expect(segments.count == 2)
        for (name, bytes) in segments {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("Over a boundary."), "\(name): \(text)")
            #expect(text.contains("X-TIMESTAMP-MAP="), "\(name): \(text)")
        }
        try expectNothingButClear("out")
    }
}
