import Foundation
import Testing

/// Results in the folder of their input, as people try it first; the program runs in that folder.
struct OutputInInputTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func run(in folder: String = "title", _ arguments: [String]) throws -> Outcome {
        try ChildProcess(
            TestPaths.fairlead,
            arguments,
            environment: workspace.environment,
            in: workspace.path(folder)
        ).wait()
    }

    private func protect(_ sample: Sample, to output: String, _ more: String...) throws -> Outcome {
        try run(["protect", sample.playlist, "-o", output, "--content-id", "movie"] + more)
    }

    /// Returns all names in a folder, hidden ones included, except the result and everything below it.
    private func names(in folder: String, without result: String) throws -> Set<String> {
        let all = try #require(FileManager.default.enumerator(atPath: workspace.path(folder)))
        return Set(all.compactMap { $0 as? String }.filter { $0 != result && !$0.hasPrefix(result + "/") })
    }

    @Test(arguments: [
        (Sample.transportStream, "protected", "protected"), (.fragmentedMP4, "./protected/", "protected"),
        (.fragmentedMP4Ranges, "video/../out/a", "out/a"), (.packedAudio, "../link/protected", "protected"),
        (.transportStream, "video/protected", "video/protected"),
    ])
    func `protect publishes into the folder of its input`(sample: Sample, output: String, folder: String)
        throws
    {
        try _ = workspace.copy(sample, to: "title")
        if output.contains("video/..") { try workspace.write("", to: "title/video/x") }
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("link"),
            withDestinationPath: workspace.path("title")
        )
        let before = try workspace.tree("title")
        let names = try names(in: "title", without: folder).union(folder == "out/a" ? ["out"] : [])
        let first = try protect(sample, to: output, "--dry-run").succeeds()
        #expect(first.text.contains("would be published"))
        #expect(try workspace.tree("title") == before)

        try protect(sample, to: output).succeeds()
        let result = try workspace.tree("title/" + folder)
        #expect(try protect(sample, to: output).succeeds().text.contains("exists already, identical"))
        try protect(sample, to: output, "--method", "aes-128").fails(65, "--overwrite")
        try protect(sample, to: output, "--method", "aes-128", "--overwrite").succeeds()
        #expect(try workspace.tree("title/" + folder) != result)
        try protect(sample, to: output, "--overwrite").succeeds()
        #expect(try workspace.tree("title/" + folder) == result)

        try run(["verify", folder + "/" + sample.playlist, "--source", sample.playlist]).succeeds()
        #expect(try workspace.tree("title").filter { !$0.key.hasPrefix(folder + "/") } == before)
        #expect(try self.names(in: "title", without: folder) == names)
    }

    /// The root is above the folder of the playlist, and the result is beside that folder.
    @Test func `A result stands below a root that is wider`() throws {
        try _ = workspace.copy(.transportStream, to: "title/a")
        let arguments = ["protect", "a/multivariant.m3u8", "--root", ".", "--content-id", "movie", "-o"]
        for refused in ["a", "a/video", "."] {
            try run(arguments + [refused, "--overwrite"]).fails(64, "output")
        }
        for _ in 0..<2 { try run(arguments + ["out"]).succeeds() }
        try run(["verify", "out/a/multivariant.m3u8", "--root", "out", "--source", "a/multivariant.m3u8"])
            .succeeds()
    }

    /// A stage that a killed run left in the input folder is removed, and is no input.
    @Test func `A dead stage in the input is collected`() throws {
        try _ = workspace.copy(.packedAudio, to: "title")
        try workspace.write("", to: "title/.fairlead-stage-dead/lock")
        try workspace.write("x", to: "title/.fairlead-stage-dead/tree/index.m3u8")
        try protect(.packedAudio, to: "out").succeeds()
        #expect(!workspace.exists("title/.fairlead-stage-dead"))
    }

    @Test func `What the result would take along stays outside of it`() throws {
        try _ = workspace.copy(.packedAudio, to: "title")
        try protect(.packedAudio, to: "out", "--report", "out/report.json").fails(64, "inside the output")
        let store = "sqlite:" + workspace.path("title/out/keys.sqlite")
        try workspace.write("", to: "title/out/keys.sqlite")
        try protect(.packedAudio, to: "out", "--key-store", store).fails(
            64,
            "--key-store",
            "inside the output"
        )
        try workspace.remove("title/out")
        try protect(.packedAudio, to: "out", "--report", "report.json").succeeds()
        try protect(.packedAudio, to: "out", "--report", "report.json").succeeds()
    }

    /// An output that another playlist in the folder names is refused even though it does not exist yet.
    @Test func `A folder that the input names is refused before it is there`() throws {
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nout/0.aac\n#EXT-X-ENDLIST\n",
            to: "title/a.m3u8"
        )
        let arguments = ["rewrite", "a.m3u8", "--no-records", "--segment-base", "https://cdn/"]
        for output in ["out", "./out/", "out/."] {
            try run(arguments + ["-o", output]).fails(output == "out/." ? 73 : 64, "output")
        }
        try run(arguments + ["-o", "out/1"]).succeeds()
        try run(arguments + ["-o", "out2"]).succeeds()
    }

    @Test func `package publishes beside its inputs`() throws {
        try workspace.write(try Data(contentsOf: URL(filePath: Mezzanine.avc)), to: "title/in.mp4")
        let arguments = ["package", "in.mp4", "--segment-duration", "2", "-o"]
        for _ in 0..<2 {
            try run(arguments + ["./out", "--clear"]).succeeds()
            try run(arguments + ["protected/", "--content-id", "movie"]).succeeds()
        }
        try run(arguments + [".", "--clear", "--overwrite"]).fails(64, "output")
        try run(["verify", "protected/main.m3u8", "--source", "out/main.m3u8"]).succeeds()
        // A clear result is an input like any other.
        let nested = ["protect", "out/main.m3u8", "-o", "out/protected", "--content-id", "other"]
        for _ in 0..<2 { try run(nested).succeeds() }
        try run(["verify", "out/protected/main.m3u8", "--source", "out/main.m3u8"]).succeeds()
    }

    @Test func `batch publishes into the folder of its inputs`() throws {
        try _ = workspace.copy(.packedAudio, to: "title")
        try _ = workspace.copy(.transportStream, to: "title/b")
        try workspace.write("input,content_id\nindex.m3u8,a\nb/multivariant.m3u8,b\n", to: "title/titles.csv")
        let arguments = ["batch", "titles.csv", "-o", "out/{content_id}", "--format", "json"]
        for state in ["published", "current"] {
            let titles = try #require(run(arguments).succeeds().object()["titles"] as? [[String: Any]])
            #expect(titles.map { $0["state"] as? String } == [state, state])
        }
        try run(arguments + ["--check"]).succeeds()
        try run(["verify", "out/a/index.m3u8", "--source", "index.m3u8"]).succeeds()
        // The input of the second title is the result of the first.
        try workspace.write("input,content_id\nindex.m3u8,a\nout/a/index.m3u8,c\n", to: "title/titles.csv")
        try run(arguments).fails(64, "line 3: input", "inside the output")
    }

    /// The result is beside the playlists that it is made of, in a tree that the key store knows.
    @Test(arguments: [[], ["--record"]])
    func `rewrite publishes into a published tree, which still holds`(more: [String]) throws {
        let sample = Sample.transportStream
        try workspace.protect(sample.path, to: "title", "--key-uri", "skd://old/{content_id}").succeeds()
        let arguments =
            ["rewrite", "multivariant.m3u8", "-o", "new", "--key-uri", "skd://new/{content_id}"] + more
        try run(arguments).succeeds()
        try run(["verify", "multivariant.m3u8", "--source", sample.path]).succeeds()
        #expect(try run(arguments).succeeds().text.contains("identical"))
        // A stage of a run that is under way or was killed.
        try workspace.write("x", to: "title/.fairlead-stage-other/tree/multivariant.m3u8")
        try run(["verify", "multivariant.m3u8", "--source", sample.path]).succeeds()
        try workspace.remove("title/.fairlead-stage-other")
        // A copy of the tree holds, too.
        try FileManager.default.copyItem(atPath: workspace.path("title"), toPath: workspace.path("copy"))
        try run(in: "copy", ["verify", "multivariant.m3u8"]).succeeds()
        // Copied over the tree, the new playlists are those that the key store knows.
        for (name, bytes) in try workspace.tree("title/new") {
            try workspace.write(bytes, to: "title/" + name)
        }
        try run(["verify", "multivariant.m3u8", "--source", sample.path]).succeeds()
        // A file that no run published is reported as before.
        try workspace.write("x", to: "title/other/0.ts")
        let outcome = try run(["verify", "multivariant.m3u8"])
        #expect(outcome.status == 69 && outcome.text.contains("not published (other/0.ts)"))
    }
}
