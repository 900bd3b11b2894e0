import Failures
import Foundation
import GRDB
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyStore

/// A store whose last writer died during a transaction: its write-ahead log has commits that are not in the file yet,
/// and the beginning of what was not committed.
struct InterruptedWriteTests {
    let fixture: StoreFixture
    let record: KeyRecord

    init() throws {
        fixture = try StoreFixture()
        let living = try StoreFixture()
        defer { withExtendedLifetime(living) {} }
        let store = try SQLiteKeyStore.create(at: living.path, kek: fixture.kek)
        record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let writer = try DatabaseQueue(path: living.path, configuration: configuration)
        try writer.inDatabase { connection in
            // With a cache of one page, pages are written to the file before the commit.
            try connection.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            for rendition in 0..<2000 {
                try connection.execute(
                    sql: """
                        INSERT INTO media_uses (key_id, rendition, method, digest, recorded_at)
                        VALUES (?, ?, 'aes-128', ?, 0)
                        """,
                    arguments: [Data(record.keyID.bytes), "rendition \(rendition)", Data(count: 32)]
                )
            }
            try FileManager.default.copyItem(
                atPath: living.directory + "/data",
                toPath: fixture.directory + "/data"
            )
            try connection.execute(sql: "ROLLBACK")
        }
    }

    @Test func `Opening it keeps what was committed, and nothing else`() throws {
        #expect(try Data(contentsOf: URL(filePath: fixture.path + "-wal")).count > 100_000)
        let store = try fixture.open()
        #expect(try store.allRecords().map(\.fingerprint) == [record.fingerprint])
        #expect(try store.uses(of: record.keyID).isEmpty)
        try store.close()
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "-wal"))
        #expect(try fixture.open().allRecords().map(\.fingerprint) == [record.fingerprint])
    }

    @Test func `Reading only leaves the files to a writer`() throws {
        let names = [fixture.path, fixture.path + "-wal"]
        let before = try names.map { try Data(contentsOf: URL(filePath: $0)) }
        let store = try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        #expect(try store.allRecords().map(\.fingerprint) == [record.fingerprint])
        #expect(try store.uses(of: record.keyID).isEmpty)
        try store.close()
        #expect(try names.map { try Data(contentsOf: URL(filePath: $0)) } == before)
    }
}
