import Foundation
import GRDB
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// Stores of versions 1 to 3, and of 6: in version 1 uses have no method, as AES-128 was the only one.
struct OldStoreTests {
    /// A store of an old version with a key, its use and its signalling, built with the statements of that
    /// version.
    struct OldStore {
        let fixture: StoreFixture
        let record: KeyRecord

        init(version: Int) throws {
            let newest = try StoreFixture()
            fixture = newest
            let store = try newest.create()
            record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
            try store.close()
            let new = newest.path + ".new"
            try FileManager.default.moveItem(atPath: newest.path, toPath: new)
            let queue = try DatabaseQueue(path: newest.path)
            try queue.write { try $0.execute(sql: "PRAGMA application_id = \(0x464C_4B53)") }
            try SQLiteSchema.migrator.migrate(queue, upTo: "\(version)")
            try queue.close()
            let columns = "content_id, track, period, generation, key_id, sealed, created_at"
            let seal = "id, store_id, kek_fingerprint, kek_check, media_digest_key, created_at"
            try newest.sqlite3(
                """
                ATTACH '\(new)' AS new;
                INSERT INTO store (\(seal)) SELECT \(seal) FROM new.store;
                INSERT INTO content_keys (\(columns)) SELECT \(columns) FROM new.content_keys;
                INSERT INTO media_uses (key_id, rendition, digest, recorded_at)
                    SELECT key_id, 'v', x'\(String(repeating: "07", count: 32))', 0 FROM new.content_keys;
                INSERT INTO signalling (key_id, system, method, key_uri, asset_ids, tree, created_at)
                    SELECT key_id, 'fairplay', 'sample-aes', 'skd://movie', '[]', '/srv', 0 FROM new.content_keys;
                INSERT INTO key_server_states (key_id, target, state, changed_at)
                    SELECT key_id, 'ksm', 'confirmed', 0 FROM new.content_keys;
                """
            )
            try FileManager.default.removeItem(atPath: new)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: newest.path)
        }

        func use(_ method: String, _ byte: UInt8) throws -> MediaUse {
            let digest = [UInt8](repeating: byte, count: MediaUse.digestByteCount)
            return try MediaUse(keyID: record.keyID, rendition: "v", method: method, digest: digest)
        }

        /// Expects values that are the same before and after migration.
        func check(_ store: SQLKeyStore) throws {
            #expect(store.kind == .production)
            #expect(try store.allRecords().map(\.fingerprint) == [record.fingerprint])
            #expect(try store.uses(of: record.keyID).map(\.method) == ["aes-128"])
            #expect(try store.uses(of: record.keyID).map(\.digest) == [[UInt8](repeating: 7, count: 32)])
            #expect(try store.signalling(of: record.keyID).map(\.scheme) == [nil])
            #expect(try store.keys(signalledAs: "skd://movie").map(\.keyID) == [record.keyID])
            #expect(try store.keys(withSameKeyAs: record.key).map(\.keyID) == [record.keyID])
            #expect(try store.state(of: record.keyID) == .active)
            #expect(try store.suppliedLines(of: record.keyID).isEmpty)
            #expect(try store.publishedTree(of: record.identity.contentID, before: nil) == nil)
            // Old versions did not store which record was confirmed.
            #expect(try store.licenseServerState(of: record.keyID, at: "ksm") == .pending)
            #expect(try store.pendingKeys(at: "ksm").map(\.record.keyID) == [record.keyID])
            #expect(try store.exportableKeys(of: nil).map(\.signalling.count) == [1])
            try AuditChain.verify(store)
        }
    }

    @Test(arguments: [1, 2, 3, 6]) func `Opening it brings it up to date`(version: Int) throws {
        let old = try OldStore(version: version)
        try old.check(old.fixture.open())
        #expect(
            try old.fixture.sqlite3("SELECT identifier FROM grdb_migrations ORDER BY 1")
                == "1\n2\n3\n4\n5\n6\n7\n"
        )
        #expect(try old.fixture.sqlite3("SELECT key_tag FROM content_keys") == "\n")
        let new = try StoreFixture()
        _ = try new.create()
        let shape = "SELECT name, sql FROM sqlite_schema WHERE type != 'table' ORDER BY name"
        #expect(try old.fixture.sqlite3(shape) == new.sqlite3(shape))
    }

    @Test(arguments: [1, 2, 3]) func `Whoever has another key leaves it as it is`(version: Int) throws {
        let old = try OldStore(version: version)
        let before = try old.fixture.sqlite3("SELECT name, sql FROM sqlite_schema ORDER BY name")
        let error = #expect(throws: KeyStoreError.self) {
            try SQLiteKeyStore.open(at: old.fixture.path, kek: .random())
        }
        #expect(error?.failureClass == .permission)
        #expect(try old.fixture.sqlite3("SELECT name, sql FROM sqlite_schema ORDER BY name") == before)
        if version == 3 {
            #expect(
                try old.fixture.sqlite3("SELECT count(*) FROM audit_log WHERE action = 'denied'") == "1\n"
            )
        }
    }

    @Test(arguments: [1, 2, 3, 6]) func `Opened for reading it stays as it is`(version: Int) throws {
        let old = try OldStore(version: version)
        let before = try old.fixture.contents()
        let store = try SQLiteKeyStore.openReadOnly(at: old.fixture.path, kek: old.fixture.kek)
        try old.check(store)
        let error = #expect(throws: KeyStoreError.self) {
            try store.revoke([old.record.keyID], reason: "lost")
        }
        #expect(error?.failureClass == .permission)
        try store.close()
        #expect(try old.fixture.contents() == before)
    }

    @Test(arguments: [1, 2, 3]) func `Its uses still refuse changed media`(version: Int) throws {
        let old = try OldStore(version: version)
        let store = try old.fixture.open()
        let conflict = KeyStoreError.mediaChanged([
            UseConflict(identity: old.record.identity, rendition: "v")
        ])
        #expect(throws: conflict) { try store.recordUses([old.use("aes-128", 8)], reuse: .none) }
        try store.recordUses([old.use("aes-128", 7), old.use("sample-aes", 8)], reuse: .none)
        #expect(try store.uses(of: old.record.keyID).map(\.method) == ["aes-128", "sample-aes"])
        #expect(throws: Command.Failure.self) {
            try old.fixture.sqlite3("UPDATE media_uses SET method = 'x'")
        }
    }

    @Test(arguments: [1, 2, 3]) func `Two processes may open it at once`(version: Int) throws {
        let old = try OldStore(version: version)
        for store in try [old.fixture.open(), old.fixture.open()] { try old.check(store) }
    }

    @Test(arguments: [1, 2, 3]) func `Eight that open it at the same moment all get it`(version: Int)
        async throws
    {
        let old = try OldStore(version: version)
        try await withThrowingTaskGroup { group in
            for _ in 1...8 { group.addTask { _ = try old.fixture.open() } }
            try await group.waitForAll()
        }
        try old.check(old.fixture.open())
    }

    /// Runs migrations of the file like another process, one after each commit of the observed connection.
    final class OtherProcess: TransactionObserver {
        private let path: String
        private var versions: [String]
        private(set) var failures: [any Error] = []

        init(path: String, versions: [String]) {
            self.path = path
            self.versions = versions
        }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidRollback(_ database: Database) {}

        func databaseDidCommit(_ database: Database) {
            guard !versions.isEmpty else { return }
            do {
                let queue = try DatabaseQueue(path: path)
                try SQLiteSchema.migrator.migrate(queue, upTo: versions.removeFirst())
                try queue.close()
            } catch {
                failures.append(error)
            }
        }
    }

    /// Two processes alternate: each finds migrations already done by the other.
    @Test(arguments: [["3"], ["3", "5"], ["3", "5", "7"], ["4"], ["4", "6"], ["6"], ["7"]])
    func `Another process may do some of the migrations`(versions: [String]) throws {
        let old = try OldStore(version: 1)
        let database = try SQLiteDatabase(
            connecting: old.fixture.path,
            readOnly: false,
            busyTimeout: SQLiteDatabase.busyTimeout
        )
        let otherProcess = OtherProcess(path: old.fixture.path, versions: versions)
        database.queue.add(transactionObserver: otherProcess)
        try database.migrate()
        #expect(otherProcess.failures.isEmpty)
        try database.close()
        try old.check(old.fixture.open())
    }

    /// A migration that fails for another reason gives an error.
    @Test func `A migration that fails is told`() throws {
        let old = try OldStore(version: 1)
        try old.fixture.sqlite3("ALTER TABLE store ADD COLUMN kind TEXT")
        let error = #expect(throws: KeyStoreError.self) { try old.fixture.open() }
        #expect(error.map { "\($0)" }?.contains("duplicate column name: kind") == true)
    }

    @Test(arguments: [1, 2, 3]) func `Opened for reading it has all that a backup takes`(version: Int) throws
    {
        let old = try OldStore(version: version)
        let store = try SQLiteKeyStore.openReadOnly(at: old.fixture.path, kek: old.fixture.kek)
        try store.read { (session) throws(KeyStoreError) in
            for table in [BackupTable.contentKeys] + BackupTable.otherTables {
                _ = try session.query(
                    "SELECT \(table.columnList) FROM \(table.name) ORDER BY \(table.order)",
                    []
                )
            }
        }
    }
}
