import Foundation
import Testing

/// `keys audit`.
struct KeysAuditTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.mint("movie-42", "hd", "sd")
    }

    private func head() throws -> String {
        let text = try workspace.fairlead("keys", "audit", "--head").succeeds().text
        #expect(text.wholeMatch(of: /\d+:[0-9a-f]{64}\n/) != nil, "\(text)")
        return text.trimmingCharacters(in: .newlines)
    }

    @Test func `The log says what was done, and holds`() throws {
        let printed = try workspace.fairlead("keys", "audit").succeeds().text
        #expect(printed.hasPrefix("ENTRY"))
        #expect(printed.contains("init"))
        #expect(printed.contains("movie-42"))
        #expect(printed.contains("the chain holds\nhead "))
        let lines = try workspace.fairlead("keys", "audit", "--format", "json").succeeds().text.split(
            separator: "\n"
        )
        let entries = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(entries.map { $0["sequence"] as? Int } == Array(1...entries.count))
        #expect(try head().wholeMatch(of: /(\d+):[0-9a-f]{64}/)?.1 == "\(entries.count)")
    }

    @Test func `The log has what a command runs for`() throws {
        func actors() throws -> [String] {
            try workspace.fairlead("keys", "audit", "--format", "json").succeeds().text.split(separator: "\n")
                .map { line in
                    let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                    return try #require(entry?["actor"] as? String)
                }
        }
        let user = try #require(try actors().last)
        try workspace.fairlead("keys", "create", "--content-id", "a", "--actor", "job 7").succeeds()
        #expect(try actors().last == user + " for job 7")
        workspace.environment["FAIRLEAD_ACTOR"] = "ticket 8"
        try workspace.fairlead("keys", "create", "--content-id", "b").succeeds()
        #expect(try actors().last == user + " for ticket 8")
        try workspace.fairlead("keys", "create", "--content-id", "c", "--actor", "job 9").succeeds()
        #expect(try actors().last == user + " for job 9")
        for text in ["", String(repeating: "a", count: 257)] {
            try workspace.fairlead("keys", "create", "--content-id", "d", "--actor", text).fails(
                64,
                "--actor"
            )
        }
    }

    @Test func `A head that was kept is found again`() throws {
        let savedHead = try head()
        try workspace.mint("movie-43", "hd")
        #expect(try head() != savedHead)
        try workspace.fairlead("keys", "audit", "--expect-head", savedHead).succeeds()
        let forged = savedHead.prefix { $0 != ":" } + ":" + String(repeating: "0", count: 64)
        try workspace.fairlead("keys", "audit", "--expect-head", String(forged)).fails(69, "keys.sqlite")
        let future = "1000000:" + String(repeating: "0", count: 64)
        try workspace.fairlead("keys", "audit", "--head", "--expect-head", future).fails(69, "keys.sqlite")
    }

    /// Changes to the log that someone with the file could make.
    @Test(arguments: [
        "UPDATE audit_log SET detail = 'nothing' WHERE sequence = 2",
        "DELETE FROM audit_log WHERE sequence = 1",
        "UPDATE audit_log SET actor = 'nobody' WHERE sequence = 3",
    ])
    func `A log that was changed does not hold`(change: String) throws {
        let script = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1])
            for (trigger,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                store.execute(f'DROP TRIGGER "{trigger}"')
            store.execute(sys.argv[2])
            store.commit()
            """
        let changed = try ChildProcess.run("python3", "-c", script, workspace.storeFile, change)
        try #require(changed.status == 0, "\(changed.errors)")
        let outcome = try workspace.fairlead("keys", "audit").fails(69, "keys.sqlite", "audit entry")
        #expect(!outcome.text.contains("holds"))
    }

    @Test(arguments: ["", "1", "1:00", "-1:" + String(repeating: "0", count: 64), "x:y"])
    func `What is no head is refused`(text: String) throws {
        try workspace.fairlead("keys", "audit", "--expect-head=" + text).fails(64, "--expect-head")
    }
}
