import Foundation
import Testing

/// `--drm`: the key systems that a presentation is signalled for.
struct KeySystemTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    // MARK: Combinations

    @Test(
        arguments: [
            ("aes-128", "fairplay", "no AES-128"), ("aes-128", "widevine", "no AES-128"),
            ("aes-128", "identity,playready", "no AES-128"),
            ("sample-aes-ctr", "fairplay", "FairPlay decrypts AES-CBC only"),
            ("sample-aes-ctr", "widevine,fairplay", "FairPlay decrypts AES-CBC only"),
            ("sample-aes", "clearkey", "unknown key system"), ("sample-aes-ctr", "widevine,", "got nothing"),
        ]
    )
    func `What a method cannot be signalled for is refused`(
        method: String,
        systems: String,
        reason: String
    ) throws {
        try workspace.fairlead(
            "protect",
            Sample.fragmentedMP4.path,
            "-o",
            workspace.path("out"),
            "--content-id",
            "movie-42",
            "--method",
            method,
            "--drm",
            systems
        ).fails(64, "--drm", reason)
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }

    // MARK: Lines

    private func keyLines(_ name: String, tag: String = "#EXT-X-KEY:") throws -> [String] {
        try workspace.text(name).split(separator: "\n").map(String.init).filter { $0.hasPrefix(tag) }
    }

    private func playlists() throws -> [String] {
        try workspace.tree("out").keys.filter { $0.hasSuffix(".m3u8") && $0 != "multivariant.m3u8" }.sorted()
    }

    private static let formats = [
        "fairplay": "KEYFORMAT=\"com.apple.streamingkeydelivery\"",
        "widevine": "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"",
        "playready": "KEYFORMAT=\"com.microsoft.playready\"",
    ]

    @Test(
        arguments: [
            ("sample-aes", "fairplay,widevine,playready"),
            ("sample-aes", "identity,playready,fairplay,widevine"),
            ("sample-aes", "widevine"), ("sample-aes-ctr", "widevine,playready"), ("sample-aes-ctr", nil),
        ] as [(String, String?)]
    )
    func `Every encrypted playlist has a line for each system, and so has the multivariant playlist`(
        method: String,
        systems: String?
    ) throws {
        let options = systems.map { ["--drm", $0] } ?? []
        try workspace.protectSamples(
            Sample.fragmentedMP4.path,
            ["--method", method, "--report", workspace.path("report.json")] + options
        ).succeeds()
        let names = (systems ?? "widevine,playready").split(separator: ",").map(String.init)
        let session = try keyLines("out/multivariant.m3u8", tag: "#EXT-X-SESSION-KEY:")
        #expect(session.count == names.count)
        var encrypted = 0
        for playlist in try playlists() {
            let lines = try keyLines("out/" + playlist).filter { !$0.contains("METHOD=NONE") }
            guard !lines.isEmpty else { continue }
            encrypted += 1
            #expect(lines.count == names.count)
            for (line, name) in zip(lines, names) {
                #expect(line.contains("METHOD=\(method.uppercased()),"))
                #expect(Self.formats[name].map { line.contains($0) } ?? !line.contains("KEYFORMAT"))
                #expect(line.contains("IV=") == (name == "identity" && method == "sample-aes"))
                #expect(line.contains("KEYID=0x") == (name == "widevine"))
            }
            let withoutVectors = lines.map { line in
                line.split(separator: ",").filter { !$0.hasPrefix("IV=") }.joined(separator: ",")
                    .replacing("#EXT-X-KEY:", with: "#EXT-X-SESSION-KEY:")
            }
            #expect(withoutVectors == session)
        }
        #expect(encrypted > 0)
        let report = try JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any]
        let keys = try #require(report?["keys"] as? [[String: Any]])
        let signalling = try #require(keys.first?["signalling"] as? [[String: Any]])
        #expect(signalling.compactMap { $0["system"] as? String } == names)
        #expect(report?["key_systems"] as? [String] == names)
        let id = try #require(try workspace.records().first).keyId
        let shown = try workspace.fairlead("inspect", workspace.path("out/multivariant.m3u8")).succeeds()
        let hasDocument = names.contains("widevine") || names.contains("playready")
        #expect(String(decoding: shown.output, as: UTF8.self).contains("key \(id)") == hasDocument)
    }

    @Test func `A second run finds the keys and gives the same`() throws {
        let options =
            ["--method", "sample-aes-ctr", "--drm", "widevine,playready,identity", "--template", "https-key"]
            + ["--set", "key_url=https://keys.example.com/"]
        try workspace.protectSamples(Sample.fragmentedMP4.path, options).succeeds()
        let first = try workspace.tree("out")
        try workspace.protectSamples(Sample.fragmentedMP4.path, options).succeeds()
        #expect(try workspace.tree("out") == first)
    }

    @Test func `A template is for its methods, a key URI for any`() throws {
        let options = ["--method", "sample-aes-ctr", "--drm", "widevine,identity"]
        try workspace.protectSamples(Sample.fragmentedMP4.path, options + ["--template", "content-id-track"])
            .fails(64, "--template", "sample-aes-ctr")
        #expect(try workspace.hasEmptyStore)
        try workspace.protectSamples(
            Sample.fragmentedMP4.path,
            options + ["--key-uri", "skd://{content_id}"]
        )
        .succeeds()
    }

    @Test func `A template that no system takes its URI from is no error, and said`() throws {
        let outcome = try workspace.protectSamples(
            Sample.fragmentedMP4.path,
            ["--drm", "widevine", "--template", "content-id"]
        )
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("takes its URI from a template"))
    }
}
