import Foundation
import Testing

/// The same run again, other runs to the same output, and dry runs.
struct RepetitionTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func inode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: workspace.path(name))[.systemFileNumber] as? Int
    }

    @Test(arguments: [
        [], ["--iv-mode", "constant"], ["--rotate-every", "4", "--template", "content-id-track"],
    ])
    func `The same run twice changes nothing`(options: [String]) throws {
        let arguments =
            [
                "protect", Sample.transportStream.path, "-o", workspace.path("out"), "--content-id",
                "movie-42", "--method", "aes-128", "--format", "json",
            ] + options
        let first = try workspace.start(arguments).wait().succeeds().json(ProtectionReport.self)
        #expect(first.outcome == "published")
        #expect(first.keys.allSatisfy { $0.new })
        let (tree, inodeNumber) = (try workspace.tree("out"), try inode("out"))
        let second = try workspace.start(arguments).wait().succeeds().json(ProtectionReport.self)
        #expect(second.outcome == "unchanged")
        #expect(second.keys.allSatisfy { !$0.new })
        #expect(second.keys.map(\.keyId) == first.keys.map(\.keyId))
        #expect(try workspace.tree("out") == tree)
        #expect(try inode("out") == inodeNumber)
        try workspace.start(arguments + ["--overwrite"]).wait().succeeds()
        #expect(try workspace.tree("out") == tree)
        #expect(try workspace.names() == ["config", "keys.sqlite", "out"])
    }

    @Test func `A removed tree comes back with the same key and the same bytes`() throws {
        try workspace.protect(Sample.fragmentedMP4.path).succeeds()
        let (tree, records) = (try workspace.tree("out"), try workspace.records())
        try workspace.remove("out")
        let again = try workspace.protect(Sample.fragmentedMP4.path, "--format", "json").succeeds()
        #expect(try again.json(ProtectionReport.self).keys.map(\.new) == [false])
        #expect(try workspace.tree("out") == tree)
        #expect(try workspace.records() == records)
    }

    @Test func `The same media at another place get the same bytes`() throws {
        try workspace.protect(Sample.fragmentedMP4.path).succeeds()
        try workspace.protect(try workspace.copy(.fragmentedMP4), to: "a/b/c").succeeds()
        let other = try workspace.tree("a/b/c")
        #expect(try other == workspace.tree("out"))
    }

    @Test func `Two titles get two keys`() throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        try workspace.protect(Sample.packedAudio.path, to: "other", id: "movie-43").succeeds()
        #expect(try Set(workspace.records().map(\.key)).count == 2)
        #expect(try workspace.data("out/7.aac") != workspace.data("other/7.aac"))
    }

    @Test func `A different result is refused, and replaced when asked`() throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        let first = try workspace.tree("out")
        try workspace.protect(Sample.packedAudio.path, "--iv-mode", "constant")
            .fails(65, workspace.path("out"), "--overwrite")
        #expect(try workspace.tree("out") == first)
        let replaced = try workspace.protect(
            Sample.packedAudio.path,
            "--iv-mode",
            "constant",
            "--overwrite",
            "--format",
            "json"
        ).succeeds()
        #expect(try replaced.json(ProtectionReport.self).outcome == "replaced")
        #expect(try workspace.tree("out") != first)
        #expect(try workspace.names() == ["config", "keys.sqlite", "out"])
        try workspace.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
    }

    @Test func `A folder with other files is a different result`() throws {
        try workspace.write("mine", to: "out/notes.txt")
        try workspace.protect(Sample.packedAudio.path).fails(65, workspace.path("out"), "--overwrite")
        #expect(try workspace.tree("out") == ["notes.txt": Data("mine".utf8)])
    }

    @Test func `A changed byte in the result is a different result`() throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        try workspace.edit("out/index.m3u8", "#EXT-X-ENDLIST", "#EXT-X-ENDLISP")
        try workspace.protect(Sample.packedAudio.path).fails(65, "index.m3u8", "--overwrite")
        try workspace.protect(Sample.packedAudio.path, "--overwrite").succeeds()
        #expect(try workspace.text("out/index.m3u8").contains("#EXT-X-ENDLIST"))
    }

    @Test func `An empty folder is taken`() throws {
        try FileManager.default.createDirectory(
            atPath: workspace.path("out"),
            withIntermediateDirectories: false
        )
        try workspace.protect(Sample.packedAudio.path).succeeds()
        try workspace.verify("out/index.m3u8").succeeds()
    }

    // MARK: --dry-run

    @Test func `A dry run touches nothing and mints no key`() throws {
        let store = try workspace.data("keys.sqlite")
        let names = try workspace.names()
        let dryRun = try workspace.protect(
            Sample.transportStream.path,
            to: "a/b",
            "--dry-run",
            "--format",
            "json"
        ).succeeds().json(ProtectionReport.self)
        #expect(dryRun.outcome == "dry-run")
        #expect(dryRun.keys.map(\.keyId) == [nil])
        #expect(dryRun.renditions.map(\.segments) == [3, 3, 3, 3, 6, 6])
        #expect(try workspace.names() == names)
        #expect(try workspace.data("keys.sqlite") == store)
    }

    @Test func `A dry run finds what a run would find`() throws {
        try workspace.protect(Sample.packedAudio.path).succeeds()
        let dryRun = try workspace.protect(Sample.packedAudio.path, "--dry-run", "--format", "json")
            .succeeds().json(ProtectionReport.self)
        #expect(try dryRun.keys.map(\.keyId) == workspace.records().map(\.keyId))
        try workspace.write("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nnone.ts\n", to: "in/index.m3u8")
        try workspace.protect(workspace.path("in/index.m3u8"), to: "new", "--dry-run").fails(66, "none.ts")
        try workspace.protect(Sample.packedAudio.path, to: "new", "--dry-run", "--key-uri", "skd://{x}")
            .fails(64, "--key-uri")
    }
}
