import Foundation
import Testing

/// `--report`, `--html` and `--junit` replace reports, and nothing that may be the only copy of a key.
struct ReportOverFileTests {
    private let workspace: Workspace
    private let playlist: String

    init() throws {
        workspace = try Workspace()
        try workspace.protectSamples(Sample.fragmentedMP4.path, ["--drm", "fairplay,widevine"]).succeeds()
        playlist = workspace.path("out/multivariant.m3u8")
    }

    @Test func `Reports of all commands are replaced by the next run`() throws {
        try workspace.write("input,content_id\n\(Sample.packedAudio.path),movie-43\n", to: "titles.csv")
        let commands = [
            ["protect", Sample.packedAudio.path, "-o", workspace.path("new"), "--content-id", "movie-44"],
            ["verify", playlist], ["rehearse", playlist],
            [
                "rewrite", playlist, "-o", workspace.path("moved"), "--template", "content-id",
                "--content-id", "movie-42",
            ],
            ["batch", workspace.path("titles.csv"), "--output", workspace.path("b") + "/{content_id}"],
        ]
        for command in commands {
            let options =
                ["batch": ["--report", "--html", "--junit"], "rehearse": ["--report", "--html"]][command[0]]
                ?? ["--report"]
            let reports = options.flatMap { [$0, workspace.path(command[0] + $0)] }
            for _ in 0..<2 {
                let outcome = try workspace.start(command + reports).wait()
                #expect(outcome.status != 64, "\(outcome.testDescription)")
            }
            for option in options {
                #expect(try !workspace.data(command[0] + option).isEmpty, "\(command[0])")
            }
        }
    }

    @Test(arguments: [
        "jsonl", "csv", "cpix-2.3", "cpix-2.4", "speke-2", "fps-sdk", "fps-sdk-request", "expressplay-token",
        "drmtoday", "shaka",
    ])
    func `No report goes over exported keys`(format: String) throws {
        let policy = ["--hdcp", "type-0", "--content-type", "hd"]
        try workspace.start(["keys", "policy", "--content-id", "movie-42"] + policy).wait().succeeds()
        let file = workspace.path("keys")
        let export = try workspace.fairlead(
            "keys",
            "export",
            "--as",
            format,
            "--content-id",
            "movie-42",
            "--allow-plaintext",
            "-o",
            file
        )
        #expect(export.status == 0, "\(export.testDescription)")
        let before = try workspace.data("keys")
        for option in ["--report", "--html"] {
            try workspace.fairlead("rehearse", playlist, option, file).fails(64, option)
            #expect(try workspace.data("keys") == before)
        }
        try workspace.fairlead("verify", playlist, "--report", file).fails(64, "--report")
        #expect(try workspace.data("keys") == before)
    }

    /// An export that another program has indented is still an export.
    @Test(arguments: [JSONSerialization.WritingOptions.prettyPrinted, []])
    func `No report goes over keys in JSON of others`(options: JSONSerialization.WritingOptions) throws {
        let keys = ["fairplay-streaming-request": ["create-ckc": [["asset-info": [["content-key": "00"]]]]]]
        let data = try JSONSerialization.data(withJSONObject: keys, options: options)
        try data.write(to: URL(fileURLWithPath: workspace.path("keys")))
        try workspace.fairlead("rehearse", playlist, "--report", workspace.path("keys")).fails(64, "--report")
        #expect(try workspace.data("keys") == data)
    }

    @Test func `No report goes over another name of an input`() throws {
        let (file, link) = (workspace.path("keys.jsonl"), workspace.path("link"))
        try workspace.fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext", "-o", file).succeeds()
        try FileManager.default.linkItem(atPath: file, toPath: link)
        let before = try workspace.data("link")
        try workspace.fairlead("rehearse", playlist, "--export", file, "--report", link).fails(64, "--report")
        #expect(try workspace.data("link") == before)
    }

    /// Foundation and Jackson write a space on both sides of the colon, as in reports.
    @Test(arguments: ["key", "content_id", "keys", "asset_id_rule"])
    func `No report goes over pretty JSON of another kind`(member: String) throws {
        let text =
            "{\n  \"\(member)\" : [\n    {\n      \"key_id\" : \"00\",\n      \"key\" : \"00\"\n    }\n  ]\n}\n"
        try workspace.write(text, to: "keys")
        let file = workspace.path("keys")
        try workspace.fairlead("rehearse", playlist, "--report", file).fails(64, "--report")
        try workspace.fairlead("verify", playlist, "--report", file).fails(64, "--report")
        #expect(try workspace.text("keys") == text)
    }

    @Test func `No page goes over a page of others`() throws {
        let text = "<!DOCTYPE html>\n<html><head><title>player</title></head></html>\n"
        try workspace.write(text, to: "player.html")
        try workspace.fairlead("rehearse", playlist, "--html", workspace.path("player.html")).fails(
            64,
            "--html"
        )
        #expect(try workspace.text("player.html") == text)
    }

    /// Two names of one file count as one.
    @Test func `Two reports do not go into one file`() throws {
        let (file, link) = (workspace.path("report"), workspace.path("link"))
        let alias = (file as NSString).deletingLastPathComponent + "/./report"
        try workspace.fairlead("rehearse", playlist, "--report", file, "--html", alias).fails(
            64,
            "the file is that of --report"
        )
        try workspace.fairlead("rehearse", playlist, "--report", file).succeeds()
        try FileManager.default.linkItem(atPath: file, toPath: link)
        let before = try workspace.data("report")
        try workspace.fairlead("rehearse", playlist, "--report", file, "--html", link).fails(
            64,
            "the file is that of --report"
        )
        try workspace.write("input,content_id\n", to: "titles.csv")
        try workspace.fairlead(
            "batch",
            workspace.path("titles.csv"),
            "--output",
            workspace.path("b"),
            "--report",
            file,
            "--junit",
            alias
        )
        .fails(64, "the file is that of --report")
        #expect(try workspace.data("report") == before)
    }

    /// A template may be JSON, as reports are.
    @Test func `No report of rewrite goes over its template`() throws {
        try workspace.write("", to: "template.yaml")
        let file = workspace.path("template.yaml")
        try workspace.fairlead("rewrite", playlist, "--template", file, "--report", file).fails(
            64,
            "is an input"
        )
    }
}
