import Foundation
import Testing

/// Locations for a result, and what is left if it cannot be written.
struct OutputTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(arguments: [
        "in/video", "in/video/240p", "in", "in/../in/", "link", "link/video/../audio",
        "in/audio/en/index.m3u8/",
    ])
    func `An output over the input is refused`(output: String) throws {
        let playlist = try workspace.copy(.transportStream)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("link"),
            withDestinationPath: workspace.path("in")
        )
        let before = try workspace.tree("in")
        for more in ["--overwrite", "--dry-run"] {
            try workspace.protect(playlist, to: output, more).fails(64, "output")
        }
        #expect(try workspace.tree("in") == before)
        #expect(try workspace.names() == ["config", "in", "keys.sqlite", "link"])
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `An output around the input is refused`() throws {
        let playlist = try workspace.copy(.packedAudio, to: "a/b")
        try workspace.protect(playlist, to: "a", "--overwrite").fails(64, "input")
        #expect(try workspace.names(in: "a") == ["b"])
    }

    @Test func `A folder beside the input is fine`() throws {
        let playlist = try workspace.copy(.packedAudio)
        try workspace.protect(playlist, to: "input").succeeds()
    }

    @Test func `Missing folders above the output are made, and removed after a failure`() throws {
        try workspace.protect(Sample.packedAudio.path, to: "a/b/c/out").succeeds()
        try workspace.verify("a/b/c/out/index.m3u8").succeeds()
        try workspace.protect(Sample.packedAudio.path, to: "x/y/out", "--key-uri", "skd://{nope}").fails(64)
        #expect(!workspace.exists("x"))
    }

    @Test func `A file in the way is refused`() throws {
        try workspace.write("mine", to: "out")
        for more in ["--overwrite", "--dry-run"] {
            try workspace.protect(Sample.packedAudio.path, more).fails(73, workspace.path("out"))
        }
        try workspace.protect(Sample.packedAudio.path, to: "out/below").fails(73, workspace.path("out"))
        #expect(try workspace.text("out") == "mine")
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `A folder that cannot be written is refused`() throws {
        try workspace.protect(Sample.packedAudio.path, to: "../../../proc/out").fails(73, "/proc")
        #expect(try workspace.hasEmptyStore)
    }

    @Test(.enabled(if: Machine.canMount)) func `A mount point is refused`() throws {
        try Machine.withFileSystem(at: workspace.path("out"), size: "10m") {
            try workspace.protect(Sample.packedAudio.path).fails(73, workspace.path("out"), "mount point")
            try workspace.protect(Sample.packedAudio.path, "--overwrite").fails(73, "mount point")
            #expect(try workspace.names(in: "out").isEmpty)
            try workspace.protect(Sample.packedAudio.path, to: "out/below").succeeds()
        }
        #expect(try workspace.names() == ["config", "keys.sqlite", "out"])
    }

    /// Sizes of the file system, all too small for the transport stream's 342 KiB.
    @Test(.enabled(if: Machine.canMount), arguments: ["320k", "200k", "64k", "16k"])
    func `On a full disk nothing is left behind`(size: String) throws {
        try Machine.withFileSystem(at: workspace.path("small"), size: size) {
            try workspace.protect(
                Sample.transportStream.path,
                to: "small/a/out",
                "--report",
                workspace.path("report.json")
            ).fails(74, workspace.path("small"), "disk is full")
            #expect(try workspace.names(in: "small").isEmpty)
        }
        #expect(try workspace.text("report.json").contains("74"))
        // The key was committed, and the next run uses it.
        let keys = try workspace.records().map(\.keyId)
        #expect(keys.count == 1)
        try workspace.protect(Sample.transportStream.path).succeeds()
        #expect(try workspace.records().map(\.keyId) == keys)
        try workspace.verify("out/multivariant.m3u8", "--source", Sample.transportStream.path).succeeds()
    }

    @Test(.enabled(if: Machine.canMount)) func `On a full disk a result that is there stays`() throws {
        try Machine.withFileSystem(at: workspace.path("small"), size: "450k") {
            try workspace.protect(Sample.transportStream.path, to: "small/out").succeeds()
            let tree = try workspace.tree("small/out")
            try workspace.protect(
                Sample.transportStream.path,
                to: "small/out",
                "--overwrite",
                "--iv-mode",
                "constant"
            ).fails(74, "disk is full")
            #expect(try workspace.tree("small/out") == tree)
            #expect(try workspace.names(in: "small") == ["out"])
        }
    }

    @Test(.enabled(if: Machine.canMount)) func `No byte is encrypted when the key store is full`() throws {
        try Machine.withFileSystem(at: workspace.path("store"), size: "600k") {
            let store = "sqlite:" + workspace.path("store/keys.sqlite")
            workspace.environment["FAIRLEAD_KEY_STORE"] = store
            try workspace.fairlead("keys", "init").succeeds()
            // Fills the rest of the file system.
            _ = try? Data(repeating: 1, count: 700_000).write(
                to: URL(filePath: workspace.path("store/filler"))
            )
            let filler = try FileHandle(forWritingTo: URL(filePath: workspace.path("store/filler")))
            _ = try? filler.write(contentsOf: Data(repeating: 1, count: 700_000))
            try workspace.protect(Sample.packedAudio.path).fails(74, "keys.sqlite")
            #expect(!workspace.exists("out"))
            try filler.close()
            try workspace.remove("store/filler")
            #expect(try workspace.records().isEmpty)
            try workspace.protect(Sample.packedAudio.path).succeeds()
        }
    }

    @Test func `Nothing but the tree is written`() throws {
        let playlist = try workspace.copy(.transportStream)
        let before = try workspace.tree("in")
        try workspace.protect(playlist, to: "results/out").succeeds()
        #expect(try workspace.names() == ["config", "in", "keys.sqlite", "results"])
        #expect(try workspace.names(in: "results") == ["out"])
        #expect(try workspace.tree("in") == before)
    }
}
