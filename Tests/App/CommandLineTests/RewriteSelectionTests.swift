import Foundation
import Testing

/// `rewrite --keep`, `--drop` and `--drop-tags`.
struct RewriteSelectionTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let small = ["--keep", "resolution<=1024x576", "--drop", "type=subtitles"]
    private static let removed = ["subtitles/en/index.m3u8", "video/720p/index.m3u8", "iframes/720p.m3u8"]

    /// The sample's multivariant playlist without 720p and subtitles.
    private static let expected = """
        #EXTM3U
        #EXT-X-VERSION:4
        #EXT-X-INDEPENDENT-SEGMENTS

        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio/en/index.m3u8"

        #EXT-X-STREAM-INF:BANDWIDTH=125000,AVERAGE-BANDWIDTH=121000,CODECS="avc1.4d4015,mp4a.40.2",RESOLUTION=426x240,FRAME-RATE=25.000,AUDIO="audio"
        video/240p/index.m3u8

        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=12000,AVERAGE-BANDWIDTH=11000,CODECS="avc1.4d4015",RESOLUTION=426x240,URI="iframes/240p.m3u8"

        """

    @Test func `A part of a ladder is written as the README says`() throws {
        let arguments = ["rewrite", Sample.transportStream.path, "-o", workspace.path("small")] + Self.small
        let outcome = try workspace.start(arguments).wait().succeeds()
        #expect(outcome.text.contains("\nremoved: 2 variants, 1 rendition\n"))
        for name in Self.removed {
            #expect(outcome.text.contains("\nno longer named, and not written: \(name)\n"))
        }
        #expect(try workspace.text("small/multivariant.m3u8") == Self.expected)
        #expect(
            try workspace.tree("small").keys.sorted() == [
                "audio/en/index.m3u8", "iframes/240p.m3u8", "multivariant.m3u8", "video/240p/index.m3u8",
            ]
        )
        #expect(try workspace.start(arguments).wait().succeeds().text.contains("exists already, identical"))
    }

    @Test func `A published tree holds in place, and a second run changes nothing`() throws {
        try workspace.protect(
            Sample.transportStream.path,
            "--key-per",
            "rendition",
            "--session-keys",
            "all",
            "--template",
            "content-id-track"
        )
        .succeeds()
        let before = try workspace.tree("out")
        let arguments = ["rewrite", workspace.path("out/multivariant.m3u8"), "--in-place"] + Self.small
        try workspace.start(arguments + ["--report", workspace.path("report.json")]).wait().succeeds()
        let after = try workspace.tree("out")
        #expect(before.keys.filter { before[$0] != after[$0] } == ["multivariant.m3u8"])
        #expect(after.count == before.count)
        let text = try workspace.text("out/multivariant.m3u8")
        #expect(text.split(separator: "\n").count { $0.hasPrefix("#EXT-X-SESSION-KEY:") } == 2)
        let report = try #require(
            JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any]
        )
        #expect(Set(report["unreferenced"] as? [String] ?? []) == Set(Self.removed))
        try workspace.verify("out/multivariant.m3u8").succeeds()
        try workspace.start(arguments).wait().warns("nothing matches")
        #expect(try workspace.tree("out") == after)
    }

    @Test func `Tags are taken out of all playlists`() throws {
        let playlist = try workspace.copy(.transportStream)
        try workspace.edit("in/video/240p/index.m3u8", "#EXTINF:", "#EXT-X-CUE-OUT:4\n#EXTINF:")
        try workspace.edit(
            "in/multivariant.m3u8",
            "#EXT-X-MEDIA:TYPE=AUDIO",
            "#EXT-X-CUE-OUT\n#EXT-X-MEDIA:TYPE=AUDIO"
        )
        let arguments = ["rewrite", playlist, "-o", workspace.path("OUT"), "--drop-tags", "#EXT-X-CUE-OUT"]
        let report = try workspace.start(arguments + ["--format", "json"]).wait().succeeds().object()
        let counts = (report["playlists"] as? [[String: Any]])?.map { $0["removed_tags"] as? Int ?? 0 } ?? []
        #expect(counts.first == 1 && counts.reduce(0, +) == 4, "\(counts)")
        for (name, bytes) in try workspace.tree("OUT") {
            let path = TestPaths.samples + "/ts/" + name
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "\(name)")
        }
    }

    @Test(arguments: [
        (["--keep", "height<=720"], 64, "--keep: unknown attribute (got 'height', expected bandwidth, "),
        (
            ["--keep", "resolution<=720p"], 64,
            "--keep: malformed resolution (got '720p', expected WIDTHxHEIGHT"
        ),
        (
            ["--drop", "language>en"], 64,
            "--drop: language has no valid comparison (got 'language>en', expected = != "
        ),
        (["--drop", ""], 64, "--drop: a condition is missing"),
        (["--keep", "type=audio"], 64, "--keep: type selects the entries"),
        (["--keep", "bandwidth>1,language=en"], 64, "--keep: no entry has both bandwidth and language"),
        (["--keep", "language=fr"], 65, "multivariant.m3u8: --keep language=fr keeps nothing"),
        (["--drop", "bandwidth>1"], 65, "multivariant.m3u8: no variant is left"),
        (["--drop", "type=audio"], 65, "multivariant.m3u8:8: the variant would have no sound"),
        (["--drop-tags", "DATERANGE"], 64, "--drop-tags: not the name of a tag (got 'DATERANGE'"),
        (["--drop-tags", "EXT-X-KEY"], 64, "--drop-tags: EXT-X-KEY has to stay: "),
        (
            ["--drop-tags", "EXT-X-PROGRAM-DATE-TIME"], 64,
            "can be removed only together with EXT-X-DATERANGE"
        ),
    ])
    func `What cannot be chosen is refused, and nothing is written`(more: [String], status: Int, part: String)
        throws
    {
        let arguments = ["rewrite", Sample.transportStream.path, "-o", workspace.path("OUT")] + more
        try workspace.start(arguments).wait().fails(Int32(status), part)
        #expect(!workspace.exists("OUT"))
    }

    @Test func `A media playlist has nothing to choose from`() throws {
        let playlist = TestPaths.samples + "/ts/video/240p/index.m3u8"
        try workspace.fairlead("rewrite", playlist, "-o", workspace.path("OUT"), "--keep", "bandwidth>1")
            .fails(65, "index.m3u8: --keep and --drop choose among variants")
    }
}
