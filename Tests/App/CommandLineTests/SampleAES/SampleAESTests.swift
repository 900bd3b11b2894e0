import Foundation
import Testing

/// `protect --method sample-aes` on transport streams, packed audio and the files beside them.
struct SampleAESTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let fairPlay = "com.apple.streamingkeydelivery"

    /// Returns the key lines and session keys of all playlists of the result.
    private func keys() throws -> [PlaylistText.Key] {
        try workspace.tree("out").keys.filter { $0.hasSuffix(".m3u8") }.flatMap { name in
            let playlist = try workspace.playlist("out/" + name)
            return playlist.keys + playlist.sessionKeys
        }
    }

    @Test(arguments: Sample.sampleAES)
    func `FairPlay is the default, and its lines have no IV`(sample: Sample) throws {
        let outcome = try workspace.protectSamples(sample.path, ["--format", "json"]).succeeds()
        let report = try outcome.json(ProtectionReport.self)
        #expect(report.method == "sample-aes")
        #expect(report.keySystems == ["fairplay"])
        #expect(report.warnings.isEmpty)
        let keys = try keys()
        #expect(!keys.isEmpty)
        for key in keys {
            #expect(
                key.attributes == [
                    "METHOD": "SAMPLE-AES", "URI": "skd://movie-42", "KEYFORMAT": Self.fairPlay,
                    "KEYFORMATVERSIONS": "1",
                ]
            )
        }
        let record = try #require(try workspace.records().first)
        #expect(record.method == "sample-aes")
        #expect(record.keyFormat == Self.fairPlay)
        #expect(record.keyFormatVersions == "1")
    }

    @Test(arguments: Sample.sampleAES)
    func `Identity lines have the IV of the record`(sample: Sample) throws {
        let options = ["--template", "https-key", "--set", "key_url=https://keys.example.com/hls"]
        let outcome = try workspace.protectSamples(sample.path, options + ["--format", "json"]).succeeds()
        #expect(try outcome.json(ProtectionReport.self).keySystems == ["identity"])
        let record = try #require(try workspace.records().first)
        #expect(record.keyFormat == nil)
        for name in try workspace.tree("out").keys where name.hasSuffix(".m3u8") {
            for key in try workspace.playlist("out/" + name).keys {
                #expect(Set(key.attributes.keys) == ["METHOD", "URI", "IV"])
                #expect(key.method == "SAMPLE-AES")
                #expect(key.iv == record.iv)
                #expect(key.uri == "https://keys.example.com/hls/" + record.keyId)
            }
        }
    }

    @Test func `Both key systems have a line each, with one URI and one record`() throws {
        let options = ["--drm", "fairplay,identity", "--format", "json"]
        let outcome = try workspace.protectSamples(Sample.packedAudio.path, options).succeeds()
        #expect(try outcome.json(ProtectionReport.self).keySystems == ["fairplay", "identity"])
        let keys = try workspace.playlist("out/index.m3u8").keys
        #expect(keys.map { $0.attributes["KEYFORMAT"] } == [Self.fairPlay, nil])
        #expect(Set(keys.map(\.uri)) == ["skd://movie-42"])
        #expect(try Set(workspace.records().map(\.key)).count == 1)
        let shown = try workspace.fairlead("keys", "show", "--content-id", "movie-42").succeeds().text
        #expect(shown.contains("fairplay, sample-aes, cbc-ts, content-id"))
        #expect(shown.contains("identity, sample-aes, cbc-ts, content-id"))
    }

    @Test func `Text stays clear to the byte, and a note says so`() throws {
        let outcome = try workspace.protectSamples(Sample.transportStream.path).succeeds()
        #expect(outcome.text.contains("subtitles/en/index.m3u8: WebVTT stays clear"))
        let sample = TestPaths.samples + "/ts/subtitles/en"
        for name in try FileManager.default.contentsOfDirectory(atPath: sample) {
            let clear = FileManager.default.contents(atPath: sample + "/" + name)
            #expect(try workspace.data("out/subtitles/en/" + name) == clear, "\(name)")
        }
    }

    @Test(arguments: Sample.sampleAES)
    func `Every media file but text changes, and transport streams keep their packets`(
        sample: Sample
    ) throws {
        let clear = try workspace.copy(sample)
        try workspace.protectSamples(clear).succeeds()
        let (source, result) = (try workspace.tree("in"), try workspace.tree("out"))
        #expect(Set(result.keys) == Set(source.keys).subtracting(["README.md"]))
        for (name, bytes) in source where !name.hasSuffix(".m3u8") && !name.hasSuffix(".vtt") {
            let protected = try #require(result[name])
            #expect(protected != bytes, "\(name)")
            guard name.hasSuffix(".ts") else { continue }
            #expect(protected.count >= bytes.count && protected.count.isMultiple(of: 188))
            for start in stride(from: 0, to: protected.count, by: 188) { #expect(protected[start] == 0x47) }
        }
    }

    /// Byte ranges and bandwidths follow growing segments; all other lines stay the same to the byte.
    @Test(arguments: Sample.sampleAES)
    func `Playlists differ by key lines, version and byte ranges`(sample: Sample) throws {
        let clear = try workspace.copy(sample)
        try workspace.protectSamples(clear, ["--clear-lead", "3"]).succeeds()
        let changed = [
            "#EXT-X-KEY:", "#EXT-X-SESSION-KEY:", "#EXT-X-DISCONTINUITY", "#EXT-X-VERSION:",
            "#EXT-X-BYTERANGE:",
        ]
        for name in try workspace.tree("in").keys where name.hasSuffix(".m3u8") {
            let (source, result) = (
                try workspace.playlist("in/" + name), try workspace.playlist("out/" + name)
            )
            func unchangedLines(_ playlist: PlaylistText) -> [String] {
                playlist.lines.filter { line in !changed.contains { line.hasPrefix($0) } }
                    .map { $0.replacing(/([:,])BANDWIDTH=\d+/) { "\($0.1)BANDWIDTH" } }
            }
            #expect(unchangedLines(result) == unchangedLines(source), "\(name)")
            #expect(result.segments.map { $0.range == nil } == source.segments.map { $0.range == nil })
            let isText = name.hasPrefix("subtitles")
            #expect(result.lines.contains("#EXT-X-VERSION:5") == !isText, "\(name)")
        }
    }

    /// The 1280x720 pictures grow by emulation prevention, and the source's BANDWIDTH has no reserve for
    /// that.
    @Test func `A bandwidth that the media outgrew is raised, and may not be lowered`() throws {
        try workspace.protectSamples(Sample.transportStream.path).succeeds()
        let name = "out/multivariant.m3u8"
        let raised = try #require(
            try workspace.playlist(name).lines.first { $0.contains("RESOLUTION=1280x720,FRAME") }
        )
        let bandwidth = try #require(raised.firstMatch(of: /:BANDWIDTH=(\d+),/)?.1)
        #expect(try #require(Int(bandwidth)) > 159_000)
        try workspace.verify(name, "--source", Sample.transportStream.path).succeeds()
        try workspace.edit(name, ":BANDWIDTH=\(bandwidth),", ":BANDWIDTH=158999,")
        let verified = try workspace.verify(
            name,
            "--source",
            Sample.transportStream.path,
            "--format",
            "json"
        )
        #expect(verified.status == 69)
        #expect(
            try verified.json(VerificationReport.self).findings.map(\.rule) == [
                "source-playlist", "playlist-changed",
            ]
        )
    }

    @Test(arguments: Sample.sampleAES, [[], ["--clear-lead", "4"], ["--drm", "identity"]])
    func `The result holds against its source`(sample: Sample, options: [String]) throws {
        try workspace.protectSamples(sample.path, options).succeeds()
        try workspace.verify("out/" + sample.playlist, "--source", sample.path).succeeds()
    }

    @Test func `A clear start has a discontinuity everywhere`() throws {
        try workspace.protectSamples(Sample.transportStream.path, ["--clear-lead", "4"]).succeeds()
        for name in try workspace.tree("out").keys
        where name.hasSuffix(".m3u8") && name != "multivariant.m3u8" {
            let playlist = try workspace.playlist("out/" + name)
            let discontinuity = try #require(playlist.lines.firstIndex(of: "#EXT-X-DISCONTINUITY"))
            let next = try #require(playlist.segments.first { $0.line > discontinuity })
            #expect(abs(next.start - 4) < 0.5, "\(name)")
            #expect(
                playlist.segments.allSatisfy { ($0.key == nil) == ($0.start < 4) || name.hasPrefix("sub") }
            )
        }
        for name in ["video/240p/segment0.ts", "audio/en/segment0.aac"] {
            let sample = FileManager.default.contents(atPath: TestPaths.samples + "/ts/" + name)
            guard let sample else { continue }
            #expect(try workspace.data("out/" + name) == sample)
        }
    }

    @Test func `Each period has its key`() throws {
        try workspace.protectSamples(
            Sample.transportStream.path,
            ["--rotate-every", "4", "--template", "content-id-track", "--session-keys", "all"]
        ).succeeds()
        let playlist = try workspace.playlist("out/video/720p/index.m3u8")
        #expect(Set(playlist.segments.map(\.key?.uri)).count == 3)
        #expect(try !workspace.text("out/video/720p/index.m3u8").contains("#EXT-X-DISCONTINUITY"))
        // One for audio and one for each class of video, three periods each.
        let announced = try workspace.playlist("out/multivariant.m3u8").sessionKeys
        #expect(try announced.count == workspace.records().count)
        #expect(announced.allSatisfy { $0.attributes["KEYFORMAT"] == Self.fairPlay })
    }
}
