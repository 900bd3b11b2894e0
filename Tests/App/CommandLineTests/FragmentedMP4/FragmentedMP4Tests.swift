import Foundation
import Testing

/// `protect` of fragmented MP4 with sample encryption.
struct FragmentedMP4Tests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let samples = [Sample.fragmentedMP4, .fragmentedMP4Ranges]

    @Test(
        arguments: samples,
        [
            [], ["--method", "sample-aes-ctr"], ["--rotate-every", "4", "--key-per", "type"],
            ["--clear-lead", "4", "--rotate-every", "6"],
            ["--rotation", "seig", "--rotate-every", "4", "--clear-lead", "2"],
            ["--method", "sample-aes-ctr", "--rotation", "seig", "--rotate-every", "4"],
            ["--method", "sample-aes-ctr", "--clear-lead", "6", "--key-per", "rendition"],
        ]
    )
    func `What was protected holds`(sample: Sample, options: [String]) throws {
        // Key lines of Widevine and PlayReady, the default with AES-CTR, contain key ids and need no
        // template.
        let template = options.contains("sample-aes-ctr") ? [] : ["--template", "content-id-track"]
        try workspace.protectSamples(sample.path, options + template).succeeds()
        try workspace.verify("out/multivariant.m3u8", "--source", sample.path).succeeds()
        let first = try workspace.tree("out")
        try workspace.protectSamples(sample.path, options + template + ["--jobs", "1"]).succeeds()
        #expect(try workspace.tree("out") == first)
    }

    @Test(arguments: [
        (["--rotation", "sections", "--method", "aes-128"], "--rotation sections is for samples"),
        (["--rotation", "seig", "--method", "aes-128"], "--rotation seig is for samples"),
        (["--rotation", "key"], "--rotation"),
        (["--method", "sample-aes-ctr", "--iv-mode", "constant"], "--iv-mode constant"),
        (["--method", "sample-aes-ctr", "--encrypt-init"], "--encrypt-init"),
        (["--method", "sample-aes-ctr", "--reuse-key"], "--reuse-key cannot be used"),
        (["--method", "sample-aes-ctr", "--reuse-key", "audio/en/index"], "--reuse-key cannot be used"),
    ])
    func `Options that do not go together`(options: [String], message: String) throws {
        let method = options.contains("--method") ? [] : ["--method", "sample-aes"]
        try workspace.protectSamples(Sample.fragmentedMP4.path, options + method).fails(64, message)
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }

    @Test(arguments: [Sample.transportStream, .transportStreamRanges, .packedAudio], [[], ["--dry-run"]])
    func `AES-CTR is for fragmented MP4 only`(sample: Sample, options: [String]) throws {
        let method = ["--method", "sample-aes-ctr", "--drm", "identity", "--key-uri", "skd://x"]
        try workspace.protectSamples(sample.path, method + options)
            .fails(65, "SAMPLE-AES-CTR protects fragmented MP4 only", "Use --method sample-aes")
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }

    @Test(arguments: samples)
    func `What is protected already is refused`(sample: Sample) throws {
        try workspace.protectSamples(sample.path, []).succeeds()
        let folder = workspace.path("out")
        for name in try workspace.tree("out").keys where name.hasSuffix(".m3u8") {
            let lines = try workspace.text("out/" + name).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            let clear = lines.filter { !$0.hasPrefix("#EXT-X-KEY") && !$0.hasPrefix("#EXT-X-SESSION-KEY") }
            try workspace.write(clear.joined(separator: "\n"), to: "out/" + name)
        }
        try workspace.fairlead(
            "protect",
            folder + "/multivariant.m3u8",
            "-o",
            workspace.path("again"),
            "--content-id",
            "other",
            "--method",
            "sample-aes",
            "--key-uri",
            "skd://other"
        ).fails(65, "the media are encrypted already", "Give the clear presentation")
        #expect(!workspace.exists("again"))
    }

    /// Video in transport streams beside audio in fragmented MP4: each follows its own rules, under one key.
    @Test(arguments: [[], ["--clear-lead", "4"], ["--rotate-every", "4"]])
    func `Transport streams beside fragmented MP4`(options: [String]) throws {
        _ = try workspace.copy(.fragmentedMP4, to: "in/fmp4")
        _ = try workspace.copy(.transportStream, to: "in/ts")
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="fmp4/audio/en/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.4d4015,mp4a.40.2",RESOLUTION=426x240,FRAME-RATE=25.000,AUDIO="a"
            ts/video/240p/index.m3u8

            """,
            to: "in/main.m3u8"
        )
        let source = workspace.path("in/main.m3u8")
        try workspace.protectSamples(source, options + ["--template", "content-id-track"]).succeeds()
        try workspace.verify("out/main.m3u8", "--source", source).succeeds()
        let audio = try workspace.text("out/fmp4/audio/en/index.m3u8")
        let video = try workspace.text("out/ts/video/240p/index.m3u8")
        #expect(audio.contains("METHOD=SAMPLE-AES"))
        #expect(video.contains("METHOD=SAMPLE-AES"))
        // The program map changes at the end of a clear lead, which takes a discontinuity in all playlists or
        // in none.
        #expect(audio.contains("#EXT-X-DISCONTINUITY") == options.contains("--clear-lead"))
        #expect(video.contains("#EXT-X-DISCONTINUITY") == options.contains("--clear-lead"))
    }
}
