import Foundation
import Glibc
import KeyStoreFixtures
import Testing

/// A batch with its keys in PostgreSQL.
struct BatchPostgreSQLTests {
    let workspace: Workspace
    static let ids = (0..<10).map { "t\($0)" }

    init() throws {
        workspace = try Workspace(.none)
        try workspace.manifest("content_id,input", Self.ids.map { "\($0),\(Sample.packedAudio.path)" })
    }

    @Test func `Two processes share a store, and a third finds all current`() throws {
        workspace.environment["FAIRLEAD_KEY_STORE"] = try PostgreSQLServer.shared.get().makeDatabase()
        try workspace.fairlead("keys", "init").succeeds()
        let runs = try (0..<2).map { _ in try workspace.start(Workspace.batchWords([])) }
        for run in runs {
            let outcome = try run.wait()
            #expect(outcome.status == 0, "\(outcome.testDescription)")
        }
        #expect(try workspace.listedKeys().map(\.contentId).sorted() == Self.ids)
        #expect(workspace.stages().isEmpty)
        #expect(try Set(workspace.batchReport().states.values) == ["current"])
        #expect(try Set(workspace.batchReport("--check").states.values) == ["holds"])
        #expect(try workspace.batchStatus().values.allSatisfy { $0.state == "published" })
    }
}

/// A batch whose PostgreSQL server stops in the middle.
@Suite(.serialized)
struct BatchUnreachableStoreTests {
    let server: PostgreSQLServer
    let workspace: Workspace

    init() throws {
        server = try PostgreSQLServer()
        workspace = try Workspace(.none)
        workspace.environment["FAIRLEAD_KEY_STORE"] = try server.makeDatabase()
        try workspace.fairlead("keys", "init").succeeds()
        let rows = (0..<12).map { "t\($0),\(Sample.transportStream.path)" }
        try workspace.manifest("content_id,input", rows)
    }

    /// Starts a batch, and stops the server when it has published a title and has more to do.
    private func startedRun() throws -> ChildProcess {
        let run = try workspace.start(Workspace.batchWords(["--workers", "1"]))
        let deadline = ContinuousClock.now + .seconds(30)
        while run.isRunning, !workspace.exists("results/t1"), ContinuousClock.now < deadline { usleep(2000) }
        try server.stop()
        #expect(run.isRunning && !workspace.exists("results/t11"))
        return run
    }

    @Test func `A server that comes back is waited for`() throws {
        let run = try startedRun()
        try server.start()
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.testDescription)")
        #expect(
            try Set(outcome.json(BatchReport.self).states.values).isSubset(of: ["published", "unchanged"])
        )
        #expect(try workspace.listedKeys().count == 12)
        #expect(try Set(workspace.batchReport("--check").states.values) == ["holds"])
    }

    @Test func `Who does not want to wait gets 75, and the next run does the rest`() throws {
        let run = try startedRun()
        let signalTime = ContinuousClock.now
        run.send(SIGTERM)
        #expect(try run.wait().status == 75)
        #expect(signalTime.duration(to: .now) < .seconds(6))
        try server.start()
        let next = try workspace.batchReport()
        #expect(Set(next.states.values).isSubset(of: ["published", "current", "unchanged"]))
        #expect(next.states["t0"] == "current" && next.states["t11"] == "published")
        #expect(try workspace.listedKeys().count == 12)
        #expect(workspace.stages().isEmpty)
    }
}
