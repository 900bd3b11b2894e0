import Foundation
import Testing

/// `batch --check`: status 0 if every result exists, is current and holds, otherwise 69; nothing is written.
struct BatchCheckTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        _ = try workspace.copy(.packedAudio, to: "in")
        try workspace.manifest(
            "content_id,input",
            "a,in/index.m3u8",
            "b,\(Sample.packedAudio.path)",
            "c,\(Sample.packedAudio.path)"
        )
    }

    /// Everything in the workspace, including the key store and its folder.
    private func everything() throws -> [String: FileIdentity] {
        var identities = try workspace.identities("")
        // A reader of the store may create files beside it, and removes them again.
        identities = identities.filter { !$0.key.hasPrefix("keys.sqlite-") }
        return identities
    }

    @Test func `Results that hold are 0, and nothing is written`() throws {
        #expect(try workspace.batchReport().states.values.allSatisfy { $0 == "published" })
        let (before, store) = (try everything(), try workspace.data("keys.sqlite"))
        let report = try workspace.batchReport("--check")
        #expect(report.states == ["a": "holds", "b": "holds", "c": "holds"])
        #expect(report.titles.allSatisfy { $0.verification?.holds == true })
        #expect(report.summary["holds"] == 3)
        #expect(try everything() == before)
        #expect(try workspace.data("keys.sqlite") == store)
    }

    /// A fault of title `a`, and the error that `--check` reports for it.
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let error: String
        var options: [String] = []
        let make: @Sendable (Workspace) throws -> Void
    }

    static let faults = [
        Fault(
            testDescription: "an option",
            error: "options changed",
            options: ["--iv-mode", "constant", "--method", "aes-128"]
        ) { _ in },
        Fault(testDescription: "no checksum", error: "no checksum", options: ["--checksum"]) { _ in },
        Fault(testDescription: "an input", error: "inputs changed") { try $0.touch("in/7.aac") },
        Fault(testDescription: "no input", error: "7.aac") { try $0.remove("in/7.aac") },
        Fault(testDescription: "a file removed", error: "the output is not what was published") {
            try $0.remove("results/a/7.aac")
        },
        Fault(testDescription: "a file added", error: "the output is not what was published") {
            try $0.write("x", to: "results/a/more/x")
        },
        Fault(testDescription: "no result", error: "the output is not what was published") {
            try $0.remove("results/a")
        },
        Fault(testDescription: "a key revoked", error: "keys changed") {
            try $0.fairlead("keys", "revoke", "--content-id", "a", "--reason", "leaked").succeeds()
        },
        Fault(testDescription: "a byte of a segment", error: "verification found") {
            try $0.flipLastByte(of: "results/a/8.aac")
        },
    ]

    @Test(arguments: faults) func `What does not hold is 69 and in the list`(fault: Fault) throws {
        _ = try workspace.batchReport()
        try fault.make(workspace)
        let (before, store) = (try everything(), try workspace.data("keys.sqlite"))
        let arguments = Workspace.batchWords(["--check"] + fault.options)
        let outcome = try workspace.start(arguments).wait()
        #expect(outcome.status == 69, "\(outcome.testDescription)")
        let report = try outcome.json(BatchReport.self)
        let title = try report.title("a")
        #expect(title.state == "does-not-hold" && title.status == 69)
        #expect(title.error?.contains(fault.error) == true, "\(title.error ?? "")")
        #expect(outcome.errors.contains("error: titles.csv:2: a: "))
        if fault.options.isEmpty {
            #expect(report.states == ["a": "does-not-hold", "b": "holds", "c": "holds"])
        }
        // The text is a table with a line for each title.
        let text = try workspace.start(arguments + ["--format", "text"]).wait()
        #expect(text.status == 69)
        #expect(text.text.contains("a           does-not-hold  69"))
        #expect(try everything() == before)
        #expect(try workspace.data("keys.sqlite") == store)
    }

    @Test func `Nothing published yet does not hold, and a missing input is no success`() throws {
        try workspace.manifest("content_id,input", "a,in/index.m3u8", "b,nowhere.mp4")
        let report = try workspace.batchReport("--check", status: 69)
        #expect(try report.title("a").error == "not published yet")
        #expect(try report.title("b").status == 66)
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `A shard is checked on its own`() throws {
        let shard = ["--shard-index", "1", "--shard-count", "3"]
        #expect(
            try workspace.start(Workspace.batchWords(shard)).wait().json(BatchReport.self).states == [
                "b": "published"
            ]
        )
        let checked = try workspace.start(Workspace.batchWords(shard + ["--check"])).wait().succeeds()
        let report = try checked.json(BatchReport.self)
        #expect(report.states == ["b": "holds"])
        #expect(report.shard == BatchReport.Shard(index: 1, count: 3))
        #expect(
            try workspace.batchReport("--check", status: 69).states == [
                "a": "does-not-hold", "b": "holds", "c": "does-not-hold",
            ]
        )
    }

    @Test func `--verify proves each result after its publication`() throws {
        let report = try workspace.batchReport("--verify")
        #expect(report.titles.allSatisfy { $0.state == "published" && $0.verification?.holds == true })
    }
}
