import Foundation
import Glibc
import KeyStoreFixtures
import Testing

/// A failed `keys rewrap --create` leaves no useless key file, and the old key opens the store.
struct RewrapFailureTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.mint("movie-42", "hd")
    }

    private func rewrap(_ more: String...) throws -> ChildProcess {
        let arguments = ["keys", "rewrap", "--new-kek-file", workspace.path("new/kek"), "--create"]
        return try workspace.start(arguments + more)
    }

    private func expectOldKey(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(!workspace.exists("new/kek"), sourceLocation: sourceLocation)
        #expect(try workspace.records().count == 1, sourceLocation: sourceLocation)
    }

    @Test func `There is no store`() throws {
        try rewrap("--key-store", "sqlite:" + workspace.path("none")).wait().fails(66, "none")
        try expectOldKey()
    }

    @Test func `The old key is another store's, or is not there`() throws {
        let other = try Workspace(.fresh)
        try rewrap("--kek-file", other.kekFile).wait().fails(77, "--kek-file")
        try rewrap("--kek-file", workspace.path("none")).wait().fails(66, "none")
        try expectOldKey()
    }

    @Test func `A record does not open`() throws {
        try workspace.damageWrappedKeys()
        try rewrap().wait().fails(66, "damaged")
        #expect(!workspace.exists("new/kek"))
    }

    @Test func `The file cannot be made`() throws {
        try workspace.write("a file where a folder should be", to: "new")
        try rewrap().wait().fails(73, "new/kek")
        try workspace.remove("new")
        try expectOldKey()
        try rewrap().wait().succeeds()
    }

    /// Ends a run that waits for a store in which another program writes.
    @Test(arguments: [SIGKILL, SIGTERM])
    func `The store is locked, and the run is ended`(signal: Int32) throws {
        let locker = try workspace.lockStore("BEGIN IMMEDIATE")
        let run = try rewrap()
        usleep(700_000)
        #expect(run.isRunning)
        run.send(signal)
        let outcome = try run.wait()
        #expect(outcome.status == (signal == SIGTERM ? 75 : -signal))
        locker.send(SIGKILL)
        _ = try locker.wait()
        try expectOldKey()
        try rewrap().wait().succeeds()
    }

    /// A role that may mint may not replace wrapped keys.
    @Test func `The database refuses`() throws {
        let remote = try Workspace(.none)
        let server = try PostgreSQLServer.shared.get()
        let url = try server.makeDatabase()
        remote.environment["FAIRLEAD_KEY_STORE"] = url
        try remote.fairlead("keys", "init").succeeds()
        try remote.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        let user = "u" + UUID().uuidString.replacing("-", with: "").lowercased()
        try server.psql("CREATE ROLE \(user) LOGIN IN ROLE fairlead_mint")
        remote.environment["FAIRLEAD_KEY_STORE"] = url.replacing("//postgres@", with: "//\(user)@")
        try remote.fairlead("keys", "rewrap", "--new-kek-file", remote.path("new/kek"), "--create").fails(77)
        #expect(!remote.exists("new"))
        try remote.fairlead("keys", "list").succeeds()
    }
}
