import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// Servers that stop, restart, or close connections at the worst moment.
struct PostgreSQLOutageTests {
    let kek = KeyEncryptionKey.random()

    @Test func `A server that is gone means try again, and no key`() throws {
        let server = try PostgreSQLServer()
        let url = try server.makeDatabase()
        _ = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let store = try PostgreSQLKeyStore.open(url: url, kek: kek, timeout: .milliseconds(300))
        try server.stop()
        for attempt in [
            { _ = try store.findOrCreate([KeyDraft(identity: try KeyIdentity("movie"))]) },
            { _ = try store.allRecords() },
            { _ = try PostgreSQLKeyStore.open(url: url, kek: kek, timeout: .milliseconds(300)) },
        ] {
            let error = #expect(throws: RunFailure.self) { try attempt() }
            #expect(error?.failureClass == .unavailable)
        }
        try server.start()
        #expect(try store.allRecords().isEmpty)
    }

    @Test func `A hot standby gives its keys, and is waited for by writers until it is the primary`()
        async throws
    {
        let server = try PostgreSQLServer()
        let url = try server.makeDatabase()
        let stored = try PostgreSQLKeyStore.create(url: url, kek: kek)
            .findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])[0]
        try server.restartAsStandby()
        let hasty = try PostgreSQLKeyStore.open(url: url, kek: kek, timeout: .milliseconds(300))
        #expect(try hasty.allRecords().map(\.fingerprint) == [stored.fingerprint])
        for attempt in [
            { _ = try hasty.findOrCreate([KeyDraft(identity: try KeyIdentity("other"))]) },
            { try hasty.logAudit(.export, subject: "movie", detail: "all") },
            {
                _ = try PostgreSQLDatabase(url: url, timeout: .milliseconds(300)).transaction(
                    excluding: .nobody
                ) { _ in }
            },
        ] {
            let begin = ContinuousClock.now
            let error = #expect(throws: RunFailure.self) { try attempt() }
            #expect(error?.failureClass == .unavailable)
            #expect(.now - begin >= .milliseconds(300))
        }
        let patient = try PostgreSQLKeyStore.open(url: url, kek: kek)
        async let minted = patient.findOrCreate([KeyDraft(identity: KeyIdentity("other"))])
        try await Task.sleep(for: .milliseconds(300))
        try server.promote()
        #expect(try await minted.count == 1)
        #expect(try hasty.allRecords().count == 2)
    }

    @Test func `A restart in the middle goes unnoticed`() async throws {
        let server = try PostgreSQLServer()
        let url = try server.makeDatabase()
        let store = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let kek = kek
        let seen = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let store = try PostgreSQLKeyStore.open(url: url, kek: kek)
                    var seen: [String] = []
                    let end = ContinuousClock.now + .seconds(2)
                    for title in 0... where title < 20 || .now < end {
                        let draft = KeyDraft(identity: try KeyIdentity("movie \(title)"))
                        seen += try store.findOrCreate([draft]).map(\.fingerprint)
                        if title >= 20, .now >= end { break }
                    }
                    return seen
                }
            }
            try await Task.sleep(for: .milliseconds(500))
            try server.restart()
            return try await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(seen == Set(try store.allRecords().map(\.fingerprint)))
        #expect(Set(try store.allRecords().map(\.identity)).count == seen.count)
    }

    @Test(arguments: [1, 3])
    func `A commit whose answer is lost is read again`(losses: Int) throws {
        let server = try PostgreSQLServer.shared.get()
        let url = try server.makeDatabase()
        let direct = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let proxy = try CommitLosingProxy(to: server.port, losing: 0)
        defer { proxy.close() }
        let far =
            url.replacing(":\(server.port)/", with: ":\(proxy.port)/") + "?sslmode=disable&gssencmode=disable"
        let store = try PostgreSQLKeyStore.open(url: far, kek: kek)
        proxy.lose(losses)
        let records = try store.findOrCreate([
            KeyDraft(identity: try KeyIdentity("movie", "a")),
            KeyDraft(identity: try KeyIdentity("movie", "b")),
        ])
        #expect(proxy.remaining == 0)
        #expect(records.map(\.fingerprint) == (try direct.allRecords().map(\.fingerprint)))
    }

    @Test func `Idle connections that the server ended are replaced`() throws {
        let server = try PostgreSQLServer.shared.get()
        let url = try server.makeDatabase()
        let store = try PostgreSQLKeyStore.create(url: url, kek: kek)
        try server.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                + "AND datname = current_database()",
            at: url
        )
        #expect(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).count == 1)
    }

    @Test func `A body that fails undoes what it did`() throws {
        let server = try PostgreSQLServer.shared.get()
        let store = try PostgreSQLKeyStore.create(url: server.makeDatabase(), kek: kek)
        let stored = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])[0]
        let error = #expect(throws: RunFailure.self) {
            try store.findOrCreate([
                KeyDraft(identity: KeyIdentity("other")),
                KeyDraft(identity: KeyIdentity("third"), keyID: stored.keyID),
            ])
        }
        #expect(error?.failureClass == .malformed)
        #expect(try store.allRecords().map(\.fingerprint) == [stored.fingerprint])
    }

    @Test func `A confirmation whose answer is lost names what it confirmed`() throws {
        let server = try PostgreSQLServer.shared.get()
        let url = try server.makeDatabase()
        let direct = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let record = try direct.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])[0]
        let proxy = try CommitLosingProxy(to: server.port, losing: 0)
        defer { proxy.close() }
        let far =
            url.replacing(":\(server.port)/", with: ":\(proxy.port)/") + "?sslmode=disable&gssencmode=disable"
        let store = try PostgreSQLKeyStore.open(url: far, kek: kek)
        proxy.lose(2)
        #expect(try store.confirm([record.keyID], at: "ksm").map(\.keyID) == [record.keyID])
        #expect(proxy.remaining == 0)
        #expect(try direct.licenseServerState(of: record.keyID, at: "ksm") == .confirmed)
    }
}
