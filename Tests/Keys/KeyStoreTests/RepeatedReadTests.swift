import Failures
import Foundation
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// A database that runs every read twice, as if the connection broke at the end of the first.
private struct RepeatingDatabase: SQLDatabase {
    let base: SQLiteDatabase

    var label: String { base.label }

    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        _ = try base.read(body)
        return try base.read(body)
    }

    func rows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        _ = try base.rows(of: statements)
        return try base.rows(of: statements)
    }

    func auditHead() throws(RunFailure) -> AuditHead { try base.auditHead() }

    func transaction<Value>(
        excluding scope: WriteScope,
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try base.transaction(excluding: scope, body)
    }
}

/// Reading in batches is correct if batches are repeated.
struct RepeatedReadTests {
    @Test func `No key is missed or seen twice`() throws {
        let fixture = try StoreFixture()
        let drafts = try (1...600).map { KeyDraft(identity: try KeyIdentity("movie", "all", period: $0)) }
        let expected = try fixture.create().findOrCreate(drafts).map(\.keyID)
        let database = RepeatingDatabase(base: try SQLiteDatabase(opening: fixture.path, readOnly: false))
        let store = try SQLKeyStore(database: database, kek: fixture.kek)
        var seen: [UUID] = []
        try store.forEachExportableKey(of: nil) { seen.append($0.record.keyID) }
        #expect(seen == expected)
        #expect(try store.pendingKeys(at: "ksm").map(\.record.keyID) == expected)
        var entries: [Int] = []
        try store.forEachAuditEntry { entries.append($0.sequence) }
        #expect(entries == Array(1...entries.count) && entries.count > 600)
    }
}
