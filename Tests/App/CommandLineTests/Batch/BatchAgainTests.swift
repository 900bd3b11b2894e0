import Foundation
import Testing

/// A batch that runs again: finished titles are left alone, and changed ones are processed again.
struct BatchAgainTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Publishes two titles, a presentation and a mezzanine, both copied into the workspace.
    private func publish(_ options: String...) throws {
        _ = try workspace.copy(.packedAudio, to: "in")
        try FileManager.default.copyItem(atPath: Mezzanine.avc, toPath: workspace.path("film.mp4"))
        try workspace.manifest(
            "content_id,input,template",
            "a,in/index.m3u8,content-id-track",
            "b,film.mp4,content-id-track"
        )
        let report = try workspace.start(Workspace.batchWords(options)).wait().succeeds().json(
            BatchReport.self
        )
        #expect(report.states == ["a": "published", "b": "published"])
    }

    @Test func `A second run finds all current and writes nothing`() throws {
        try publish()
        let (results, store) = (try workspace.identities("results"), try workspace.data("keys.sqlite"))
        for options in [[], ["--workers", "1"], ["--jobs", "1"]] {
            let arguments = Workspace.batchWords(options)
            let report = try workspace.start(arguments).wait().succeeds().json(BatchReport.self)
            #expect(report.states == ["a": "current", "b": "current"])
            #expect(report.titles.allSatisfy { $0.output?.files ?? 0 > 0 })
        }
        #expect(try workspace.identities("results") == results)
        #expect(try workspace.data("keys.sqlite") == store)
        #expect(try workspace.batchStatus().mapValues(\.state) == ["a": "published", "b": "published"])
        let left = try workspace.fairlead("batch", "failed", "titles.csv").succeeds()
        #expect(left.text == "content_id,input,template\n")
    }

    /// A reason to process title `a` again, and its state after a run with `--overwrite`.
    struct Reason: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let state: String
        var options: [String] = []
        /// The state of the other title.
        var otherState = "current"
        let change: @Sendable (Workspace) throws -> Void
    }

    static let reasons = [
        Reason(
            testDescription: "an option",
            state: "replaced",
            options: ["--method", "aes-128"],
            otherState: "replaced"
        ) { _ in },
        Reason(testDescription: "a cell", state: "replaced") {
            try $0.edit("titles.csv", "index.m3u8,content-id-track", "index.m3u8,content-id")
        },
        Reason(testDescription: "an input's time", state: "unchanged") { try $0.touch("in/7.aac") },
        Reason(
            testDescription: "an input's size",
            state: "replaced",
            options: ["--reuse-key"],
            otherState: "current"
        ) {
            // The bytes of another segment, which have another size.
            let bytes = try $0.data("in/7.aac")
            try $0.write(try $0.data("in/8.aac"), to: "in/7.aac")
            try #require(try $0.data("in/7.aac").count != bytes.count)
        },
        Reason(testDescription: "the playlist", state: "replaced") {
            try $0.edit("in/index.m3u8", "#EXT-X-ENDLIST", "# a comment\n#EXT-X-ENDLIST")
        },
        Reason(testDescription: "a file removed", state: "replaced") { try $0.remove("results/a/7.aac") },
        Reason(testDescription: "a file changed", state: "replaced") {
            try $0.write("#EXTM3U\n", to: "results/a/index.m3u8")
        },
        Reason(testDescription: "a file touched", state: "unchanged") { try $0.touch("results/a/8.aac") },
        Reason(testDescription: "a file added", state: "replaced") {
            try $0.write("x", to: "results/a/x.txt")
        },
        Reason(testDescription: "the result removed", state: "published") { try $0.remove("results/a") },
        Reason(testDescription: "a new generation", state: "replaced") {
            let arguments = ["protect", "in/index.m3u8", "-o", "elsewhere", "--content-id", "a", "--new-key"]
            try $0.start(arguments + ["--template", "content-id-track"]).wait().succeeds()
        },
    ]

    @Test(arguments: reasons) func `A title is done again`(reason: Reason) throws {
        try publish()
        let before = try workspace.identities("results/b")
        try reason.change(workspace)
        let arguments = Workspace.batchWords(reason.options + ["--overwrite"])
        let again = try workspace.start(arguments).wait()
        try #require(again.status == 0, "\(again.testDescription)")
        let states = try again.json(BatchReport.self).states
        #expect(states == ["a": reason.state, "b": reason.otherState])
        if reason.otherState == "current" { #expect(try workspace.identities("results/b") == before) }
        let report = try workspace.start(arguments).wait().succeeds().json(BatchReport.self)
        #expect(report.states == ["a": "current", "b": "current"])
        try workspace.verify("results/a/index.m3u8").succeeds()
    }

    @Test func `A revoked key is refused until there is a new one`() throws {
        try publish()
        try workspace.fairlead("keys", "revoke", "--content-id", "a", "--reason", "leaked").succeeds()
        let report = try workspace.batchReport("--overwrite", status: 65)
        #expect(report.states == ["a": "failed", "b": "current"])
        #expect(try report.title("a").error?.contains("revoked") == true)
        let new = ["--new-key", "--overwrite"]
        for state in ["replaced", "current"] {
            let arguments = Workspace.batchWords(new)
            let report = try workspace.start(arguments).wait().succeeds().json(BatchReport.self)
            #expect(report.states == ["a": state, "b": state])
        }
        #expect(try workspace.listedKeys().map(\.generation).sorted() == [1, 1, 1, 2, 2, 2])
    }

    @Test func `A different result is replaced only if that is asked for`() throws {
        try publish()
        let results = try workspace.identities("results")
        let options = ["--method", "aes-128"]
        let refused = try workspace.start(Workspace.batchWords(options)).wait()
        #expect(refused.status == 65)
        let report = try refused.json(BatchReport.self)
        #expect(report.states == ["a": "failed", "b": "failed"])
        #expect(report.titles.allSatisfy { $0.error?.contains("--overwrite") == true })
        #expect(try workspace.identities("results") == results)
        #expect(try workspace.batchStatus().mapValues(\.state) == ["a": "failed", "b": "failed"])
        // The earlier results are as they were published; a run finds them so, and no longer lists them as
        // failed.
        #expect(try workspace.batchReport().states == ["a": "current", "b": "current"])
        #expect(try workspace.batchStatus().mapValues(\.state) == ["a": "published", "b": "published"])
        let replaced = try workspace.start(Workspace.batchWords(options + ["--overwrite"])).wait().succeeds()
        #expect(try replaced.json(BatchReport.self).states == ["a": "replaced", "b": "replaced"])
        #expect(try workspace.listedKeys().count == 3)
    }

    @Test func `A template that changed, or one that it extends, is a reason`() throws {
        try workspace.write(
            "name: base\nsummary: x\nkey_uri: \"skd://{tenant}/{content_id}\"\nmethods: [sample-aes]\n"
                + "variables:\n  tenant: {summary: x, default: one}\n",
            to: "base.yaml"
        )
        try workspace.write("name: acme\nsummary: x\nextends: base.yaml\n", to: "acme.yaml")
        try workspace.manifest("content_id,input", "a,\(Sample.packedAudio.path)")
        let template = workspace.path("acme.yaml")
        func run() throws -> [String: String] {
            try workspace.batchReport("--template", template, "--overwrite").states
        }
        #expect(try run() == ["a": "published"])
        // The same texts with another modification time are the same template.
        try workspace.touch("base.yaml")
        #expect(try run() == ["a": "current"])
        try workspace.edit("base.yaml", "default: one", "default: two")
        #expect(try run() == ["a": "replaced"])
        try workspace.edit("acme.yaml", "summary: x", "summary: y")
        #expect(try run() == ["a": "unchanged"])
        #expect(try run() == ["a": "current"])
    }
}
