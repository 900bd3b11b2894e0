import Foundation
import Testing

extension Workspace {
    /// Runs SQL on the store with SQLite's own shell, and returns its output.
    @discardableResult
    func sqlite3(_ sql: String) throws -> String {
        let outcome = try ChildProcess.run("sqlite3", "-bail", storeFile, sql)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.text
    }

    /// Overwrites a byte of every wrapped key in the file of the store, without SQLite.
    func damageWrappedKeys() throws {
        let store = try data("keys.sqlite")
        let file = try FileHandle(forUpdating: URL(filePath: storeFile))
        defer { try? file.close() }
        for digits in try sqlite3("SELECT hex(sealed) FROM content_keys").split(separator: "\n") {
            let sealed = try Data(hexadecimal: String(digits))
            let range = try #require(store.range(of: sealed))
            let middle = range.lowerBound + sealed.count / 2
            try file.seek(toOffset: UInt64(middle - store.startIndex))
            try file.write(contentsOf: [store[middle] ^ 1])
        }
    }

    /// Starts a program that begins a transaction with this statement, reads the store, and stays in it.
    func lockStore(_ beginning: String) throws -> ChildProcess {
        let locked = path("locked-\(UUID().uuidString)")
        let script = """
            import sqlite3, sys, time
            connection = sqlite3.connect(sys.argv[1], isolation_level=None)
            connection.execute(sys.argv[2])
            connection.execute("SELECT count(*) FROM content_keys").fetchall()
            open(sys.argv[3], "w").close()
            time.sleep(60)
            """
        let program = try ChildProcess(
            TestPaths.tool("python3"),
            ["-c", script, storeFile, beginning, locked]
        )
        while program.isRunning, !FileManager.default.fileExists(atPath: locked) { usleep(1000) }
        try #require(program.isRunning)
        return program
    }
}
