import Foundation
import Glibc
import Testing

/// `rewrite --in-place`, and failures while playlists are written.
struct RewriteInPlaceTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try writeTree(at: "in")
    }

    /// Writes a multivariant playlist with two media playlists of this many segments.
    private func writeTree(at folder: String, segments: Int = 2) throws {
        let lines = (0..<segments).map {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"https://k/old\",IV=0x\(String($0, radix: 16).count % 2 == 0 ? "" : "0")\(String($0, radix: 16))\n#EXTINF:6,\n\($0).ts\n"
        }
        let media =
            "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n" + lines.joined() + "#EXT-X-ENDLIST\n"
        let multivariant =
            "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"https://k/old\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na/i.m3u8\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=2\nb/i.m3u8\n"
        try workspace.write(multivariant, to: folder + "/master.m3u8")
        try workspace.write(media, to: folder + "/a/i.m3u8")
        try workspace.write(media, to: folder + "/b/i.m3u8")
    }

    private static let change = ["--in-place", "--no-records", "--key-uri", "https://k/new"]

    private func rewrite(_ folder: String = "in") throws -> Outcome {
        try workspace.start(["rewrite", workspace.path(folder + "/master.m3u8")] + Self.change).wait()
    }

    @Test func `Playlists are replaced where they are, and the second run changes nothing`() throws {
        let before = try workspace.tree("in")
        let outcome = try rewrite().succeeds()
        #expect(outcome.text.contains("replaced (3 of 3 playlists changed)"))
        for (name, bytes) in try workspace.tree("in") {
            let expected = String(decoding: try #require(before[name]), as: UTF8.self)
                .replacing("https://k/old", with: "https://k/new")
            #expect(bytes == Data(expected.utf8))
        }
        #expect(try rewrite().succeeds().text.contains("identical (0 of 3 playlists changed)"))
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `A folder that cannot be written changes nothing`() throws {
        let before = try workspace.tree("in")
        #expect(unsafe chmod(workspace.path("in/b"), 0o555) == 0)
        let arguments = ["rewrite", workspace.path("in/master.m3u8")] + Self.change
        // Everyone may write into the other folders.
        for name in ["in", "in/a"] { #expect(unsafe chmod(workspace.path(name), 0o777) == 0) }
        #expect(unsafe chmod(workspace.folder, 0o777) == 0)
        let outcome =
            Machine.isRoot
            ? try stranger(arguments) : try workspace.start(arguments).wait()
        outcome.fails(73, "in/b")
        #expect(try workspace.tree("in") == before)
        #expect(unsafe chmod(workspace.path("in/b"), 0o755) == 0)
        try rewrite().succeeds()
    }

    /// Runs the program as an unprivileged user.
    private func stranger(_ arguments: [String]) throws -> Outcome {
        let copy = workspace.path("fairlead")
        try FileManager.default.copyItem(atPath: TestPaths.fairlead, toPath: copy)
        let user = ["--reuid=65534", "--regid=65534", "--clear-groups", copy]
        return try ChildProcess(
            TestPaths.tool("setpriv"),
            user + arguments,
            environment: workspace.environment,
            in: workspace.folder
        ).wait()
    }

    @Test(.enabled(if: Machine.canMount), arguments: ["--in-place", "-o"])
    func `On a full disk nothing changes`(destination: String) throws {
        try Machine.withFileSystem(at: workspace.path("small"), size: "700k") {
            try writeTree(at: "small/in", segments: 3000)
            let before = try workspace.tree("small")
            let destinationOptions =
                destination == "-o" ? ["-o", workspace.path("small/out")] : ["--in-place"]
            let outcome = try workspace.start(
                [
                    "rewrite", workspace.path("small/in/master.m3u8"), "--no-records", "--key-uri",
                    "https://k/new",
                ] + destinationOptions
            ).wait()
            outcome.fails(74, "disk is full")
            #expect(try workspace.tree("small") == before)
        }
    }

    @Test(.enabled(if: Machine.canMount))
    func `A run that fails in the middle says how to complete it without records`() throws {
        let expected = try workspace.tree("in").mapValues { bytes in
            Data(
                String(decoding: bytes, as: UTF8.self).replacing("https://k/old", with: "https://k/new").utf8
            )
        }
        try Machine.withMountedFile(workspace.path("in/b/i.m3u8")) {
            _ = try rewrite().fails(
                73,
                "already replaced: a/i.m3u8",
                "one by one",
                "--root",
                "--session-keys all"
            )
        }
        try rewrite().fails(64, "one by one")
        let root = ["--root", workspace.path("in")]
        try workspace.start(["rewrite", workspace.path("in/b/i.m3u8")] + Self.change + root).wait().succeeds()
        try workspace.fairlead(
            "rewrite",
            workspace.path("in/master.m3u8"),
            "--in-place",
            "--no-records",
            "--session-keys",
            "all"
        )
        .succeeds()
        #expect(try workspace.tree("in") == expected)
    }

    @Test(.enabled(if: Machine.canMount))
    func `A run that fails in the middle and has no key URIs is repeated`() throws {
        let base = [
            "rewrite", workspace.path("in/master.m3u8"), "--in-place", "--segment-base", "https://cdn",
        ]
        try Machine.withMountedFile(workspace.path("in/b/i.m3u8")) {
            _ = try workspace.start(base).wait().fails(
                73,
                "already replaced: a/i.m3u8",
                "Run the same command again"
            )
        }
        // With a warning: the URIs of the playlist that was replaced before are absolute now.
        #expect(try workspace.start(base).wait().status == 0)
        let text = String(decoding: try #require(try workspace.tree("in")["b/i.m3u8"]), as: UTF8.self)
        #expect(text.contains("\nhttps://cdn/b/1.ts\n"))
    }

    @Test func `A run that is asked to stop changes nothing`() throws {
        try writeTree(at: "in", segments: 8000)
        let before = try workspace.tree("in")
        let run = try workspace.start(["rewrite", workspace.path("in/master.m3u8")] + Self.change)
        let deadline = ContinuousClock.now + .seconds(20)
        // The program listens to signals before it reads.
        while run.isRunning, !run.hasOpened("i.m3u8"), ContinuousClock.now < deadline { usleep(500) }
        run.send(SIGTERM)
        let outcome = try run.wait(seconds: 60)
        guard outcome.status != 0 else { return }
        outcome.fails(75)
        #expect(try workspace.tree("in") == before)
        try rewrite().succeeds()
    }

    @Test func `A result is replaced with its records, and verify holds`() throws {
        let sample = Sample.fragmentedMP4
        try workspace.protect(sample.path, to: "tree", "--key-uri", "https://k/{content_id}").succeeds()
        let playlist = workspace.path("tree/" + sample.playlist)
        try workspace.fairlead("rewrite", playlist, "--in-place", "--key-uri", "skd://{content_id}/{key_id}")
            .succeeds()
        try workspace.verify("tree/" + sample.playlist, "--source", sample.path).succeeds()
        let uris = Set(try workspace.records().compactMap(\.keyUri))
        #expect(uris.contains { $0.hasPrefix("skd://movie-42/") })
    }
}
