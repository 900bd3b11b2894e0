import Foundation
import Testing

/// Key systems that are added to a tree later, and key systems that parts of a tree cannot have.
struct KeySystemsOfTreesTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func lines(_ name: String) throws -> [String] {
        try workspace.text(name).split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("#EXT-X-KEY:") || $0.hasPrefix("#EXT-X-SESSION-KEY:")
        }.sorted()
    }

    /// `rewrite` writes from the record the lines that `protect` would have written, and the tree holds.
    @Test(arguments: [
        ("sample-aes", "fairplay"), ("sample-aes", "identity"), ("sample-aes-ctr", "identity"),
    ])
    func `Widevine and PlayReady are added to protected media`(method: String, first: String) throws {
        let source = Sample.fragmentedMP4.path
        let options = ["--method", method, "--key-uri", "skd://{content_id}"]
        try workspace.protectSamples(source, options + ["--drm", first]).succeeds()
        try workspace.fairlead(
            "rewrite",
            workspace.path("out/multivariant.m3u8"),
            "-o",
            workspace.path("more"),
            "--content-id",
            "movie-42",
            "--drm",
            "widevine,playready"
        ).succeeds()
        let whole = first + ",widevine,playready"
        try workspace.protectSamples(source, to: "whole", options + ["--drm", whole]).succeeds()
        let playlists = try workspace.tree("more").keys.sorted()
        #expect(playlists.count == 6)
        for name in playlists {
            let lines = try lines("more/" + name)
            #expect(lines.count == 3, "\(name)")
            #expect(try lines == self.lines("whole/" + name), "\(name)")
        }
        for (name, bytes) in try workspace.tree("more") { try workspace.write(bytes, to: "out/" + name) }
        let report = try workspace.verify(
            "out/multivariant.m3u8",
            "--source",
            source,
            "--format",
            "json"
        ).json(VerificationReport.self)
        #expect(report.holds)
        // The initialization sections have no `pssh` box of the systems added later: a warning, as players
        // use the one in the key line.
        let signalling = report.findings.filter { $0.rule == "signalling" }
        #expect(!signalling.isEmpty)
        #expect(signalling.allSatisfy { $0.message.contains("has no 'pssh' box of") })
        let direct = try workspace.verify(
            "whole/multivariant.m3u8",
            "--source",
            source,
            "--format",
            "json"
        ).json(VerificationReport.self)
        #expect(direct.holds && direct.findings.allSatisfy { $0.rule != "signalling" })
    }

    /// A single rendition of transport streams suffices for the refusal, whatever the others are.
    @Test(arguments: [
        (["--drm", "widevine"], "a key of widevine is for fragmented MP4 only"),
        (["--drm", "fairplay,playready"], "a key of playready is for fragmented MP4 only"),
        (["--method", "sample-aes-ctr"], "SAMPLE-AES-CTR protects fragmented MP4 only"),
    ])
    func `Transport streams beside fragmented MP4`(options: [String], message: String) throws {
        _ = try workspace.copy(.fragmentedMP4, to: "in/fmp4")
        _ = try workspace.copy(.transportStream, to: "in/ts")
        try workspace.write(
            """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="fmp4/audio/en/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.4d4015,mp4a.40.2",AUDIO="a"
            ts/video/240p/index.m3u8

            """,
            to: "in/main.m3u8"
        )
        for more in [[], ["--dry-run"]] {
            try workspace.protectSamples(workspace.path("in/main.m3u8"), options + more)
                .fails(65, "ts/video/240p/segment0.ts", message)
        }
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }
}
