import Foundation
import Testing

/// Refusals of `protect --method sample-aes`, which leave no key and no output.
struct SampleAESRefusalTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func expectNothingLeft() throws {
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }

    @Test(arguments: [
        (["--drm", "fair"], "unknown key system"), (["--drm", "fairplay,"], "got nothing"),
        (["--drm", ""], "got nothing"), (["--drm=identity,,fairplay"], "got nothing"),
        (["--iv-mode", "segment"], "--iv-mode segment"), (["--iv-mode", "sequence"], "--iv-mode sequence"),
        (["--encrypt-init"], "--encrypt-init"),
        (["--method", "none"], "--method none"),
    ])
    func `Options that are not for it`(options: [String], message: String) throws {
        try workspace.protectSamples(Sample.packedAudio.path, options).fails(64, message)
        try expectNothingLeft()
    }

    @Test(arguments: ["widevine", "fairplay,playready"], [[], ["--dry-run"]])
    func `Key systems of fragmented MP4`(systems: String, options: [String]) throws {
        for (source, kind) in [
            (Sample.packedAudio, "packed audio"), (Sample.transportStreamRanges, "a transport stream"),
        ] {
            try workspace.protectSamples(source.path, ["--drm", systems] + options)
                .fails(65, "is for fragmented MP4 only (got \(kind))", "Leave", "out of --drm")
        }
        try expectNothingLeft()
    }

    @Test func `The IV mode that it has may be said`() throws {
        try workspace.protectSamples(Sample.packedAudio.path, ["--iv-mode", "constant"]).succeeds()
    }

    @Test(arguments: [Sample.packedAudio, .transportStreamRanges], [[], ["--dry-run"]])
    func `SAMPLE-AES-CTR outside of fragmented MP4`(sample: Sample, options: [String]) throws {
        try workspace.protectSamples(sample.path, ["--method", "sample-aes-ctr"] + options)
            .fails(65, "fragmented MP4 only", "Use --method sample-aes")
        try expectNothingLeft()
    }

    /// Codecs without a rule for SAMPLE-AES; the alternative that the refusal names works.
    @Test(arguments: [
        (SampleStreams.hevc, "HEVC on PID 0x0100 (stream_type 0x24)"),
        (SampleStreams.mpegAudio, "MPEG-1 audio on PID 0x0101 (stream_type 0x03)"),
    ])
    func `Other codecs`(stream: String, what: String) throws {
        let source = try SampleStreams.playlist(stream)
        for options in [[], ["--dry-run"]] {
            try workspace.protectSamples(source, options)
                .fails(65, "index.m3u8:", "segment0.ts: byte", what, "Use --method aes-128")
        }
        try expectNothingLeft()
        try workspace.protect(source).succeeds()
        try workspace.verify("out/index.m3u8", "--source", source).succeeds()
    }

    /// Protects a presentation of one segment.
    private func protect(_ bytes: Data, _ name: String = "a.ts") throws -> Outcome {
        try workspace.write(bytes, to: "in/" + name)
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(name)\n#EXT-X-ENDLIST\n",
            to: "in/index.m3u8"
        )
        return try workspace.protectSamples(workspace.path("in/index.m3u8"))
    }

    private static func segment() throws -> Data {
        try Data(contentsOf: URL(filePath: TestPaths.samples + "/ts/video/240p/segment0.ts"))
    }

    @Test func `Media of no known kind, or of no bytes`() throws {
        for bytes in [Data(), Data(count: 5000), Data("#EXTM3U\n".utf8)] {
            try protect(bytes).fails(65, "index.m3u8:4: a.ts: ", "--method aes-128")
        }
        try expectNothingLeft()
    }

    @Test func `Packets without a stream`() throws {
        try protect(Self.segment().prefix(188)).fails(65, "index.m3u8:4: a.ts: ", "--method aes-128")
        try expectNothingLeft()
    }

    @Test func `Only text`() throws {
        try protect(Data("WEBVTT\n\n".utf8), "a.vtt").fails(65, "no segment would be encrypted")
        try expectNothingLeft()
    }

    @Test(arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian])
    func `Text in UTF-16`(encoding: String.Encoding) throws {
        let text = try #require("\u{FEFF}WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n".data(using: encoding))
        try protect(text, "a.vtt").fails(
            65,
            "index.m3u8:4: a.vtt: WebVTT in UTF-16",
            "iconv -f UTF-16 -t UTF-8"
        )
        try expectNothingLeft()
    }

    /// A fault in the middle of a segment is found late: the key exists by then, but the result does not.
    @Test func `Lost sync in the middle of a segment`() throws {
        var bytes = try Self.segment()
        bytes[188 * 150] = 0
        try protect(bytes).fails(65, "index.m3u8:4: a.ts: byte 28200", "--method aes-128")
        #expect(!workspace.exists("out"))
        #expect(try workspace.names() == ["config", "in", "keys.sqlite"])
    }

    @Test func `What was protected is not protected again`() throws {
        try workspace.protectSamples(Sample.transportStreamRanges.path).succeeds()
        for name in try workspace.tree("out").keys where name.hasSuffix(".m3u8") {
            let text = try workspace.text("out/" + name)
            let clear = text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("-KEY:") }
            try workspace.write(clear.joined(separator: "\n"), to: "out/" + name)
        }
        try workspace.protectSamples(workspace.path("out/multivariant.m3u8"), to: "again", id: "again")
            .fails(65, "encrypted already", "0xDB")
        #expect(!workspace.exists("again"))
    }
}
