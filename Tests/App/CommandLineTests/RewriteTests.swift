import Foundation
import Testing

/// `rewrite` to a directory: its changes, records and refusals.
struct RewriteTests {
    static let fairPlay = #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#

    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Writes a tree of FairPlay playlists in `in`, without media.
    private func writeTree() throws {
        let media = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old",\(Self.fairPlay)
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AAAA",KEYFORMAT="com.microsoft.playready"
            #EXTINF:6,
            0.m4s
            #EXT-OATCLS-SCTE35:/DAg
            #EXTINF:6,
            1.m4s
            #EXT-X-ENDLIST

            """
        let multivariant = """
            #EXTM3U
            #EXT-X-SESSION-KEY:URI="skd://old",METHOD=SAMPLE-AES,\(Self.fairPlay)
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="audio/en.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="a"
            video/hd.m3u8

            """
        try workspace.write(multivariant, to: "in/master.m3u8")
        try workspace.write(media, to: "in/video/hd.m3u8")
        try workspace.write(media.replacing("\n", with: "\r\n"), to: "in/audio/en.m3u8")
    }

    private func rewrite(_ more: String..., to output: String = "OUT") throws -> Outcome {
        try workspace.start(
            ["rewrite", workspace.path("in/master.m3u8"), "-o", workspace.path(output)] + more
        ).wait()
    }

    private static let entitlement = [
        "--template", "entitlement", "--entitlement-url", "https://ent.example.com/v1/keys?tenant=7",
    ]

    @Test(arguments: [["--content-id", "movie-42"], ["--content-id", "movie-42", "--no-records"]])
    func `The key URIs of the whole tree change, and nothing else`(more: [String]) throws {
        try writeTree()
        try workspace.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        let before = try workspace.tree("in")
        let arguments = ["rewrite", workspace.path("in/master.m3u8"), "-o", workspace.path("OUT")]
        try workspace.start(arguments + Self.entitlement + more).wait().succeeds()
        let after = try workspace.tree("OUT")
        #expect(after.keys.sorted() == ["audio/en.m3u8", "master.m3u8", "video/hd.m3u8"])
        for (name, bytes) in before {
            let expected = String(decoding: bytes, as: UTF8.self).replacing(
                "skd://old",
                with: "skd://ent.example.com/v1/keys?tenant=7&cid=movie-42"
            )
            #expect(after[name] == Data(expected.utf8), "\(name)")
        }
        #expect(try workspace.tree("in") == before)
        let records = try workspace.records()
        #expect(
            records.map(\.keyUri)
                == (more.contains("--no-records")
                    ? [nil] : ["skd://ent.example.com/v1/keys?tenant=7&cid=movie-42"])
        )
    }

    @Test func `A second run finds the same result`() throws {
        try writeTree()
        try workspace.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        let more = ["--content-id", "movie-42", "--key-uri", "skd://{content_id}/{key_id}"]
        let command = ["rewrite", workspace.path("in/master.m3u8"), "-o", workspace.path("OUT")] + more
        #expect(
            try workspace.start(command).wait().succeeds().text.contains(
                "published (3 of 3 playlists changed)"
            )
        )
        #expect(try workspace.start(command).wait().succeeds().text.contains("exists already, identical"))
        let own =
            ["rewrite", workspace.path("OUT/master.m3u8"), "-o", workspace.path("OUT2")] + more.suffix(2)
        try workspace.start(own).wait().succeeds()
        #expect(try workspace.tree("OUT2") == workspace.tree("OUT"))
        try rewrite("--no-records", "--key-uri", "skd://else").fails(65, "--overwrite")
        try rewrite("--no-records", "--key-uri", "skd://else", "--overwrite").succeeds()
        #expect(try workspace.text("OUT/master.m3u8").contains("skd://else"))
    }

    @Test(arguments: [Sample.transportStream, .fragmentedMP4Ranges])
    func `verify holds when the result is laid over the tree`(sample: Sample) throws {
        try workspace.protect(
            sample.path,
            to: "in",
            "--key-uri",
            "https://k/{track}",
            "--key-per",
            "rendition"
        )
        .succeeds()
        let playlist = workspace.path("in/" + sample.playlist)
        let arguments = [
            "rewrite", playlist, "-o", workspace.path("OUT"), "--key-uri", "skd://{content_id}/{track}",
            "--session-keys", "all",
        ]
        try workspace.start(arguments).wait().succeeds()
        let names = try workspace.tree("OUT").keys
        #expect(Set(names) == Set(try workspace.tree("in").keys.filter { $0.hasSuffix(".m3u8") }))
        for (name, bytes) in try workspace.tree("OUT") { try workspace.write(bytes, to: "in/" + name) }
        #expect(try workspace.text("in/" + sample.playlist).contains("https://k/") == false)
        try workspace.verify("in/" + sample.playlist, "--source", sample.path).succeeds()
    }

    @Test func `verify holds after a window and a base`() throws {
        let sample = Sample.transportStream
        try workspace.protect(sample.path, to: "in", "--iv-mode", "sequence").succeeds()
        let arguments = [
            "rewrite", workspace.path("in/" + sample.playlist), "-o", workspace.path("OUT"), "--from", "4",
            "--to", "8s",
            "--segment-base", "../in",
        ]
        let report = try workspace.start(arguments + ["--format", "json"]).wait().succeeds().object()
        let playlists = try #require(report["playlists"] as? [[String: Any]])
        // The first audio segment ends after the fourth second.
        #expect(playlists.map { $0["kept_segments"] as? Int } == [0, 1, 1, 2, 1, 2, 2])
        #expect(
            try workspace.text("OUT/video/240p/index.m3u8").contains("\n../../../in/video/240p/segment1.ts\n")
        )
        for (name, bytes) in try workspace.tree("OUT") { try workspace.write(bytes, to: "in/" + name) }
        for name in try workspace.tree("OUT").keys {
            let text = try workspace.text("in/" + name).replacing(
                /(?:\.\.\/)+in\//,
                with: String(repeating: "../", count: name.split(separator: "/").count - 1)
            )
            try workspace.write(text, to: "in/" + name)
        }
        let outcome = try workspace.verify("in/" + sample.playlist)
        #expect(!outcome.text.contains("does not decrypt"), "\(outcome.testDescription)")
    }

    @Test(arguments: [
        ([], 64, "--output"),
        (["-o", "x", "--in-place"], 64, "--in-place"),
        (["--in-place", "--overwrite"], 64, "--overwrite"),
        (["--in-place", "--from", "1"], 64, "--in-place"),
        (["-o", "x", "--last", "6", "--from", "1"], 64, "--last"),
        (["-o", "x", "--last", "0"], 64, "--last"),
        (["-o", "x", "--from", "6", "--to", "6"], 64, "--to"),
        (["-o", "x", "--drm", "fairply"], 64, "--drm"),
        (["-o", "x", "--drm", ""], 64, "--drm"),
        (["-o", "x", "--drm", "fairplay", "--drop-drm", "fairplay"], 64, "--drop-drm"),
        (["-o", "x", "--drm", "widevine", "--no-records", "--template", "content-id"], 64, "--key-uri"),
        (["-o", "x", "--set", "a=b"], 64, "--set"),
        (["-o", "x", "--entitlement-url", "https://a/"], 64, "--entitlement-url"),
        (["-o", "x", "--segment-base", "https://a/?q"], 64, "--segment-base"),
        (["-o", "x", "--replace-base", "a"], 64, "--replace-base"),
        (["-o", "x", "--key-uri", "skd://{key_id}", "--no-records"], 64, "key_id"),
        (["-o", "x", "--key-uri", "skd://{content_id}", "--no-records"], 64, "--content-id"),
        (["-o", "x", "--key-uri", "skd://{content_id}", "--content-id", "a"], 65, "video/hd.m3u8:5"),
        (["-o", "x", "--drop-drm", "fairplay,com.microsoft.playready"], 65, "without a key line"),
        (["-o", "x", "--from", "60"], 65, "no segment is in the window"),
        (["-o", "in/video"], 64, "the input is inside the output"),
        (["-o", "in"], 64, "folder of the input"),
        (["-o", "/proc/x"], 73, "/proc"),
    ])
    func `What cannot be done is refused, and nothing is written`(more: [String], status: Int, part: String)
        throws
    {
        try writeTree()
        let before = try workspace.tree("in")
        try workspace.start(["rewrite", workspace.path("in/master.m3u8")] + more).wait().fails(
            Int32(status),
            part
        )
        #expect(try workspace.tree("in") == before)
        #expect(!workspace.exists("x"))
        #expect(try workspace.hasEmptyStore)
    }

    @Test(arguments: [
        ("in/video/hd.m3u8", "#EXTINF:6,", "#EXTINF:x,", 65, "video/hd.m3u8:7"),
        ("in/master.m3u8", "#EXT-X-SESSION-KEY:", "#EXT-X-KEY:", 65, "master.m3u8:"),
        ("in/master.m3u8", "video/hd.m3u8", "video/no.m3u8", 66, "no.m3u8"),
        ("in/master.m3u8", "video/hd.m3u8", "../hd.m3u8", 65, "--root"),
    ])
    func `A faulty tree is refused`(_ name: String, old: String, new: String, status: Int, part: String)
        throws
    {
        try writeTree()
        try workspace.edit(name, old, new)
        try rewrite("--session-keys", "none").fails(Int32(status), part)
        #expect(!workspace.exists("OUT"))
    }

    @Test func `Playlists elsewhere are kept with a warning`() throws {
        try writeTree()
        try workspace.edit("in/master.m3u8", "video/hd.m3u8", "https://cdn.example.com/hd.m3u8")
        let outcome = try rewrite("--drop-drm", "com.microsoft.playready")
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("warning: master.m3u8:4: "), "\(outcome.errors)")
        #expect(try workspace.tree("OUT").keys.sorted() == ["audio/en.m3u8", "master.m3u8"])
        #expect(try workspace.text("OUT/audio/en.m3u8").contains("playready") == false)
    }

    @Test func `A dry run writes nothing and says what would be done`() throws {
        try writeTree()
        try workspace.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        let store = try workspace.data("keys.sqlite")
        let outcome = try rewrite(
            "--dry-run",
            "--key-uri",
            "skd://{content_id}?token=secret",
            "--content-id",
            "movie-42"
        )
        .succeeds()
        #expect(outcome.text.contains("would be published (3 of 3 playlists changed)"))
        #expect(outcome.text.contains("skd://movie-42?…") && !outcome.text.contains("secret"))
        #expect(!workspace.exists("OUT"))
        #expect(try workspace.data("keys.sqlite") == store)
    }

    @Test func `The store is asked only for key URIs`() throws {
        try writeTree()
        workspace.environment["FAIRLEAD_KEY_STORE"] = "sqlite:" + workspace.path("nowhere.sqlite")
        try rewrite("--segment-base", "https://cdn.example.com/movie").succeeds()
        try rewrite("--key-uri", "skd://{content_id}", "--content-id", "a", to: "OUT2").fails(
            66,
            "nowhere.sqlite"
        )
        #expect(!workspace.exists("OUT2"))
        workspace.environment["FAIRLEAD_KEY_STORE"] = nil
        try rewrite("--key-uri", "skd://{content_id}", "--content-id", "a", to: "OUT2").fails(
            64,
            "--key-store"
        )
    }

    @Test func `A failed run leaves a report`() throws {
        try writeTree()
        try rewrite("--from", "60", "--report", workspace.path("report.json")).fails(65)
        #expect(try workspace.text("report.json").contains("\"status\" : 65"))
    }
}
