import Foundation
import Testing

/// Manifests that are wrong as a whole: no title is begun.
struct BatchManifestRefusalTests {
    /// A manifest, and the expected refusal.
    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var file = "titles.csv"
        var text = ""
        var output = "results/{content_id}"
        let status: Int32
        let parts: [String]
    }

    private static let audio = Sample.packedAudio.path

    static let refusals = [
        Refusal(
            testDescription: "an unknown column",
            text: "input,content_id,metod\n\(audio),a,\n",
            status: 65,
            parts: ["titles.csv:1", "metod", "perhaps method"]
        ),
        Refusal(
            testDescription: "an unknown key",
            file: "titles.jsonl",
            text: "{\"input\": \"\(audio)\", \"content_id\": \"a\"}\n"
                + "{\"input\": \"\(audio)\", \"content_id\": \"b\", \"key-uris\": \"x\"}\n",
            status: 65,
            parts: ["titles.jsonl:2", "key-uris", "perhaps key_uri"]
        ),
        Refusal(
            testDescription: "a content id twice",
            text: "input,content_id\n\(audio),a\n\(audio),b\n\(audio),a\n",
            status: 65,
            parts: ["titles.csv:4", "twice", "line 2"]
        ),
        Refusal(
            testDescription: "an empty content id",
            text: "input,content_id\n\(audio),\n",
            status: 65,
            parts: ["titles.csv:2", "content_id"]
        ),
        Refusal(
            testDescription: "no input",
            text: "input,content_id\n,a\n",
            status: 65,
            parts: ["titles.csv:2", "input"]
        ),
        Refusal(
            testDescription: "one output",
            text: "input,content_id\n\(audio),a\n\(audio),b\n",
            output: "results/all",
            status: 65,
            parts: ["titles.csv:3", "lines 2 and 3", "the same output"]
        ),
        Refusal(
            testDescription: "an output inside of another",
            text: "input,content_id,output\n\(audio),a,results/x/y\n\(audio),b,results//x/./\n",
            status: 65,
            parts: ["titles.csv:3", "lines 2 and 3", "inside"]
        ),
        Refusal(
            testDescription: "semicolons",
            text: "input;content_id\n\(audio);a\n",
            status: 65,
            parts: ["titles.csv:1", "semicolons"]
        ),
        Refusal(testDescription: "nothing", status: 65, parts: ["titles.csv", "empty"]),
        Refusal(
            testDescription: "no titles",
            text: "input,content_id\n",
            status: 65,
            parts: ["titles.csv", "no titles"]
        ),
        Refusal(
            testDescription: "aliases of aliases",
            file: "titles.yaml",
            text: "- &a [x, x, x, x]\n- &b [*a, *a, *a, *a]\n- [*b, *b, *b, *b]\n",
            status: 65,
            parts: ["titles.yaml:2", "alias"]
        ),
        Refusal(
            testDescription: "an anchor",
            file: "titles.yaml",
            text: "- &a {input: x, content_id: y}\n",
            status: 65,
            parts: ["titles.yaml:1", "anchor"]
        ),
        Refusal(
            testDescription: "an ending that tells no format",
            file: "titles.txt",
            text: "input,content_id\n\(audio),a\n",
            status: 64,
            parts: ["titles.txt", ".csv", ".jsonl", ".yaml"]
        ),
        Refusal(
            testDescription: "a manifest that is not there",
            file: "titles.csv/../nowhere.csv",
            status: 66,
            parts: ["nowhere.csv"]
        ),
        Refusal(
            testDescription: "a template of the output that is not closed",
            text: "input,content_id\n\(audio),a\n",
            output: "results/{content_id",
            status: 64,
            parts: ["--output", "brace"]
        ),
    ]

    @Test(arguments: refusals) func `A manifest is refused before anything begins`(refusal: Refusal) throws {
        let workspace = try Workspace()
        if !refusal.file.contains("/") { try workspace.write(refusal.text, to: refusal.file) }
        let outcome = try workspace.start(["batch", refusal.file, "-o", refusal.output]).wait()
        outcome.fails(refusal.status)
        for part in refusal.parts { #expect(outcome.errors.contains(part), "\(part): \(outcome.errors)") }
        #expect(outcome.output.isEmpty)
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("results"))
    }

    @Test func `A directory is no manifest`() throws {
        let workspace = try Workspace()
        try workspace.write("", to: "titles.csv/file")
        try workspace.batch().fails(66, "titles.csv", "directory")
    }

    @Test func `A byte order mark and line ends of Windows are taken`() throws {
        let workspace = try Workspace()
        try workspace.write("\u{FEFF}input,content_id\r\n\(Self.audio),a\r\n", to: "titles.csv")
        #expect(try workspace.batchReport().states == ["a": "published"])
    }

    @Test func `Nothing may go over the manifest, or stand in a result`() throws {
        let workspace = try Workspace()
        let manifest = "{\"input\": \"\(Self.audio)\", \"content_id\": \"a\"}\n"
        for option in ["--report", "--html", "--junit"] {
            for (file, output) in [
                ("titles.jsonl", "results/{content_id}"), ("results/a/b/report", "results/{content_id}"),
                ("elsewhere/x", "."),
            ] {
                try workspace.write(manifest, to: "titles.jsonl")
                try workspace.start(["batch", "titles.jsonl", "-o", output, option, file]).wait()
                    .fails(64, option, file)
                #expect(try workspace.text("titles.jsonl") == manifest)
            }
        }
        try workspace.start(["batch", "titles.jsonl", "-o", "."]).wait().fails(64, "titles.jsonl")
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("results"))
    }

    @Test(arguments: [
        (["--workers", "0"], "--workers"), (["--retries", "101"], "--retries"),
        (["--check", "--keys-only"], "cannot be combined"), (["--job-file", "x.yaml"], "--job-file"),
        (["--shard-index", "0"], "--shard-count"), (["--shard-count", "2"], "--shard-index"),
        (["--shard-index", "2", "--shard-count", "2"], "no such shard"),
        (["--shard-index", "auto"], "auto"),
    ])
    func `Options that are wrong are refused`(options: [String], part: String) throws {
        let workspace = try Workspace()
        try workspace.manifest("input,content_id", "\(Self.audio),a")
        try workspace.start(Workspace.batchWords(options)).wait().fails(64, part)
        #expect(try workspace.hasEmptyStore)
    }
}
