import Foundation
import Testing

/// Wrong titles: each is reported with its line, noted in the key store, and stops no other title.
struct BatchTitleRefusalTests {
    /// A row, and the expected failure of its title.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var id = "bad"
        var input = Sample.packedAudio.path
        /// Another column, and the text of its cell.
        var column = "method"
        var cell = ""
        let status: Int
        let part: String
    }

    static let rows = [
        Row(testDescription: "an id that climbs", id: "../../x", status: 64, part: "{content_id}"),
        Row(testDescription: "a dot", id: ".", status: 64, part: "{content_id}"),
        Row(
            testDescription: "201 bytes",
            id: String(repeating: "x", count: 201),
            status: 64,
            part: "201 bytes"
        ),
        Row(testDescription: "no such method", cell: "aes-256", status: 64, part: "aes-128"),
        Row(
            testDescription: "no such template",
            column: "template",
            cell: "nosuch",
            status: 64,
            part: "nosuch"
        ),
        Row(
            testDescription: "no such template file",
            column: "template",
            cell: "./nosuch.yaml",
            status: 66,
            part: "nosuch.yaml"
        ),
        Row(
            testDescription: "neither yes nor no",
            column: "encrypt-init",
            cell: "maybe",
            status: 64,
            part: "maybe"
        ),
        Row(
            testDescription: "no duration",
            column: "rotate-every",
            cell: "often",
            status: 64,
            part: "rotate-every"
        ),
        Row(
            testDescription: "an option of package at a playlist",
            column: "segment-duration",
            cell: "2",
            status: 64,
            part: "segment-duration"
        ),
        Row(
            testDescription: "a variable without value",
            column: "template",
            cell: "entitlement",
            status: 64,
            part: "entitlement_url"
        ),
        Row(testDescription: "no such input", input: "nowhere.mp4", status: 66, part: "nowhere.mp4"),
        Row(testDescription: "an input that is a directory", input: "config", status: 66, part: "config"),
        Row(testDescription: "no media", input: "titles.csv", status: 65, part: "titles.csv"),
        Row(
            testDescription: "an encrypted input",
            input: "encrypted/index.m3u8",
            status: 65,
            part: "encrypted"
        ),
        Row(
            testDescription: "an output that is a file",
            column: "output",
            cell: "taken",
            status: 73,
            part: "not a directory"
        ),
        Row(
            testDescription: "an output where nothing can be made",
            column: "output",
            cell: "/proc/nowhere/x",
            status: 73,
            part: "/proc/nowhere"
        ),
    ]

    @Test(arguments: rows) func `A title is refused, and the others are done`(row: Row) throws {
        let workspace = try Workspace()
        let audio = Sample.packedAudio.path
        if row.input.hasPrefix("encrypted") {
            try workspace.protect(audio, to: "encrypted", id: "encrypted").succeeds()
        }
        try workspace.write("x", to: "taken")
        try workspace.manifest(
            "input,content_id,\(row.column)",
            "\(audio),first,",
            "\(row.input),\(row.id),\(row.cell)",
            "\(audio),last,"
        )
        let outcome = try workspace.batch()
        #expect(Int(outcome.status) == row.status, "\(outcome.testDescription)")
        outcome.fails(outcome.status, "titles.csv:3: ", row.part)
        let report = try outcome.json(BatchReport.self)
        #expect(report.states == ["first": "published", row.id: "failed", "last": "published"])
        let title = try report.title(row.id)
        #expect(title.status == row.status && title.line == 3)
        #expect(title.error.map { outcome.errors.contains($0) } == true)
        #expect(try workspace.names(in: "results") == ["first", "last"])
        let noted = try workspace.batchStatus()
        #expect(noted["last"]?.state == "published")
        #expect(noted[row.id]?.state == "failed")
        #expect(noted[row.id]?.status == row.status)
        #expect(noted[row.id]?.error == title.error)
        let left = try workspace.fairlead("batch", "failed", "titles.csv").succeeds().text
        #expect(left == "input,content_id,\(row.column)\n\(row.input),\(row.id),\(row.cell)\n")
    }

    /// The failure is noted before the first title begins, so that even a run killed at once has reported it.
    @Test func `An input that is missing is noted before anything is begun`() throws {
        let workspace = try Workspace()
        try workspace.manifest("input,content_id", "film/index.m3u8,first", "nowhere.mp4,late")
        // The first title, a sparse file of zeros, keeps the run busy.
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n",
            to: "film/index.m3u8"
        )
        try workspace.write(Data(), to: "film/a.ts")
        let file = try FileHandle(forWritingTo: URL(filePath: workspace.path("film/a.ts")))
        try file.truncate(atOffset: 8 << 30)
        try file.close()
        let run = try workspace.start(Workspace.batchWords(["--method", "aes-128"]))
        let deadline = ContinuousClock.now + .seconds(20)
        while run.isRunning, workspace.stages().isEmpty, ContinuousClock.now < deadline { usleep(2000) }
        #expect(run.isRunning)
        let noted = try workspace.batchStatus()
        #expect(noted.mapValues(\.state) == ["first": "waiting", "late": "failed"])
        #expect(noted["late"]?.status == 66)
        run.send(SIGTERM)
        #expect(try run.wait(seconds: 20).status == 75)
        #expect(workspace.stages().isEmpty)
    }
}
