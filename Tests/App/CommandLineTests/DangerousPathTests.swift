import Foundation
import Testing

/// Command lines that would destroy files they need, and messages that could leak a key or mislead.
struct DangerousPathTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// The output folder is replaced as a whole.
    @Test func `A key store inside the output is refused`() throws {
        let store = try workspace.data("keys.sqlite")
        try workspace.write(store, to: "out/keys.sqlite")
        try workspace.write("#EXTM3U\n", to: "out/index.m3u8")
        let run = try workspace.protect(
            Sample.packedAudio.path,
            "--overwrite",
            "--key-store",
            "sqlite:" + workspace.path("out/keys.sqlite")
        )
        run.fails(64, "--key-store", "inside the output")
        #expect(try workspace.data("out/keys.sqlite") == store)
    }

    @Test func `A report inside the output is refused`() throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        try workspace.protect(Sample.packedAudio.path, "--report", workspace.path("out/report.json"))
            .fails(64, "--report")
        #expect(try !workspace.names(in: "out").contains("report.json"))
    }

    @Test(arguments: ["keys.sqlite", "config/fairlead/kek", "in/index.m3u8"])
    func `A report does not go over a file that the run needs`(file: String) throws {
        let playlist = try workspace.copy(.packedAudio)
        let before = try workspace.data(file)
        try workspace.protect(playlist, "--report", workspace.path(file)).fails(64, "--report")
        #expect(try workspace.data(file) == before)
        try workspace.protect(playlist).succeeds()
        if file != "in/index.m3u8" {
            let protected = try workspace.data(file)
            try workspace.verify("out/index.m3u8", "--report", workspace.path(file)).fails(64, "--report")
            #expect(try workspace.data(file) == protected)
        }
    }

    /// A hard link to the store, a segment, and a path inside a result that does not exist yet.
    @Test(arguments: ["link", "in/7.aac", "new/report.json"])
    func `A report goes over nothing but a report`(report: String) throws {
        let playlist = try workspace.copy(.packedAudio)
        try FileManager.default.linkItem(atPath: workspace.storeFile, toPath: workspace.path("link"))
        let before = try? workspace.data(report)
        try workspace.protect(playlist, to: "new", "--report", workspace.path(report)).fails(64, "--report")
        #expect((try? workspace.data(report)) == before)
        #expect(!workspace.exists("new"))
    }

    /// A raw key may begin with the bytes of a report.
    @Test(arguments: ["{\n  \"error\" : ", "{\n  \"bytes\" : "])
    func `No report goes over a key-encryption key that begins as one`(start: String) throws {
        let key = Data((Array(start.utf8) + [UInt8](128...159)).prefix(32))
        try workspace.writeSecret(key, to: "kek")
        workspace.environment["FAIRLEAD_KEK"] = nil
        let kek = ["--kek-file", workspace.path("kek")]
        try workspace.write("input,content_id\n\(Sample.packedAudio.path),movie-42\n", to: "titles.csv")
        let commands = [
            ["protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--content-id", "movie-42"],
            ["verify", Sample.packedAudio.path],
            ["rewrite", Sample.packedAudio.path, "-o", workspace.path("new"), "--template", "content-id"],
            ["batch", workspace.path("titles.csv"), "--output", workspace.path("b") + "/{content_id}"],
            ["rehearse", Sample.packedAudio.path],
        ]
        for command in commands {
            try workspace.start(command + kek + ["--report", workspace.path("kek")]).wait()
                .fails(64, "--report: the file is an input")
            #expect(try workspace.data("kek") == key, "\(command[0])")
        }
    }

    /// A path with a slash is a template file, whatever its extension is; the result of its title replaces the folder.
    @Test(arguments: ["out/acme", "out/acme.yaml"])
    func `A template inside the result of a title is refused`(template: String) throws {
        let text = "name: acme\nkey_uri: skd://{content_id}\n"
        try workspace.write(text, to: template)
        try workspace.write(
            "input,content_id,template\n\(Sample.packedAudio.path),out,\(workspace.path(template))\n",
            to: "titles.csv"
        )
        let output = ["--output", workspace.path("") + "{content_id}", "--overwrite"]
        try workspace.start(["batch", workspace.path("titles.csv")] + output).wait()
            .fails(64, "line 2: template", "inside the output of a title")
        #expect(try workspace.text(template) == text)
    }

    @Test func `A report goes over an older report`() throws {
        let report = workspace.path("report.json")
        for _ in 0..<2 {
            try workspace.protect(Sample.packedAudio.path, "--report", report).succeeds()
        }
        #expect(try workspace.text("report.json").contains("unchanged"))
    }

    @Test func `A variable that the template does not have is refused`() throws {
        try workspace.protect(Sample.packedAudio.path, "--set", "tenent=acme").fails(64, "--set", "tenent")
        #expect(try workspace.hasEmptyStore)
    }

    /// A word that lost its option may be a key.
    @Test func `A stray word is not repeated`() throws {
        let key = "00112233445566778899aabbccddeeff"
        let run = try workspace.protect(Sample.packedAudio.path, key)
        #expect(run.status == 64)
        #expect(!run.errors.contains(key))
    }

    @Test func `A file's name cannot look like another message`() throws {
        try workspace.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nx%0Aerror:%20forged\n",
            to: "in/a.m3u8"
        )
        let run = try workspace.protect(workspace.path("in/a.m3u8"))
        #expect(run.status == 66)
        #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("error: ") } == 1)
    }

    @Test func `Standard output that cannot be written is a failure`() throws {
        let command =
            "exec \(TestPaths.fairlead) keys list --key-store sqlite:\(workspace.storeFile) "
            + "--kek-file \(workspace.kekFile) > /dev/full"
        let run = try ChildProcess.run("bash", "-c", command)
        #expect(run.status == 74)
    }
}
