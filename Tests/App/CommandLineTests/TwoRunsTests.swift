import Foundation
import Glibc
import TestRandomness
import Testing

/// Two runs that write one tree at once, each of which changes different playlists.
struct TwoRunsTests {
    let workspace: Workspace
    private let sample = Sample.transportStream

    /// The change that a run makes to the tree.
    enum Work: CaseIterable {
        case keyLines, sessionKeys, wholeTree
    }

    init() throws {
        workspace = try Workspace()
        try start(.wholeTree).wait().succeeds()
    }

    private var playlist: String { workspace.path("tree/" + sample.playlist) }

    private func start(_ work: Work) throws -> ChildProcess {
        let rewrite = ["rewrite", playlist, "--in-place", "--content-id", "movie-42"]
        switch work {
        case .keyLines: return try workspace.start(rewrite + ["--key-uri", "https://k/{key_id}"])
        case .sessionKeys: return try workspace.start(rewrite + ["--session-keys", "all"])
        case .wholeTree:
            return try workspace.start([
                "protect", sample.path, "-o", workspace.path("tree"), "--content-id", "movie-42", "--method",
                "aes-128",
                "--key-uri", "https://k/{content_id}", "--session-keys", "none", "--overwrite",
            ])
        }
    }

    private func expectWhole() throws {
        try workspace.verify("tree/" + sample.playlist, "--source", sample.path).succeeds()
        #expect(try !workspace.tree("tree").keys.contains { $0.hasSuffix(".fairlead-new") })
    }

    @Test func `The second run ends with 75 while the first one waits for its store`() throws {
        let before = try workspace.tree("tree")
        let lock = try workspace.lockStore("BEGIN IMMEDIATE")
        let first = try start(.keyLines)
        let deadline = ContinuousClock.now + .seconds(15)
        while try workspace.tree("tree").count == before.count, ContinuousClock.now < deadline {
            usleep(1000)
        }
        usleep(100_000)
        #expect(first.isRunning)
        try start(.sessionKeys).wait().fails(75, "another run")
        lock.send(SIGKILL)
        _ = try lock.wait()
        try first.wait().succeeds()
        try expectWhole()
        try start(.sessionKeys).wait().succeeds()
        try expectWhole()
        #expect(try workspace.text("tree/" + sample.playlist).contains("#EXT-X-SESSION-KEY"))
    }

    /// `FAIRLEAD_ROUNDS` is the number of rounds, and `FAIRLEAD_SEED` repeats a run.
    @Test func `Whoever is first, what both leave holds`() throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["FAIRLEAD_ROUNDS"].flatMap(Int.init) ?? 10
        let seed = environment["FAIRLEAD_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        print("two runs: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try FileManager.default.copyItem(atPath: workspace.path("tree"), toPath: workspace.path("clean"))
        for round in 0..<rounds {
            try workspace.remove("tree")
            try FileManager.default.copyItem(atPath: workspace.path("clean"), toPath: workspace.path("tree"))
            let works = Work.allCases.shuffled(using: &generator).prefix(2)
            let runs = try works.map { work in
                usleep(UInt32.random(in: 0...30_000, using: &generator))
                return (work, try start(work))
            }
            for (work, run) in runs {
                let outcome = try run.wait()
                if outcome.status == 0 { continue }
                outcome.fails(75)
                try start(work).wait().succeeds()
            }
            let verdict = try workspace.verify("tree/" + sample.playlist, "--source", sample.path)
            #expect(verdict.status == 0, "round \(round), \(works): \(verdict.testDescription)")
        }
    }
}
