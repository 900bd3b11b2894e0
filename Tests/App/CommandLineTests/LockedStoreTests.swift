import Foundation
import Glibc
import Testing

/// A store that another program keeps locked.
struct LockedStoreTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// The run waits for the store and cannot react to the signal; it ends all the same, within the time that
    /// job engines allow.
    @Test func `SIGTERM ends a run that waits for its store`() throws {
        let lock = Process()
        lock.executableURL = URL(filePath: "/usr/bin/env")
        lock.arguments = [
            "sqlite3", workspace.storeFile, "BEGIN EXCLUSIVE", ".shell echo locked", ".shell sleep 10",
        ]
        let output = Pipe()
        lock.standardOutput = output
        try lock.run()
        defer {
            kill(lock.processIdentifier, SIGKILL)
            lock.waitUntilExit()
        }
        // The first output is the line "locked".
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        let run = try workspace.start([
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--method", "aes-128",
        ])
        usleep(700_000)
        let start = ContinuousClock.now
        run.send(SIGTERM)
        let outcome = try run.wait()
        #expect(outcome.status == 75)
        #expect(ContinuousClock.now - start < .seconds(6))
        // The program that holds the lock keeps the write-ahead log open.
        #expect(try workspace.names() == ["config", "keys.sqlite", "keys.sqlite-shm", "keys.sqlite-wal"])
    }
}
