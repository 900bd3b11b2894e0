import Failures
import Foundation
import GRDB
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyStore

/// A store whose last writer died during a transaction: a half-written file and its rollback journal.
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

    @Test func `Opening it undoes the transaction and keeps the rest`() throws {
        #expect(FileManager.default.fileExists(atPath: fixture.path + "-journal"))
        let store = try fixture.open()
        #expect(try store.allRecords().map(\.fingerprint) == [record.fingerprint])
        #expect(try store.uses(of: record.keyID).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "-journal"))
    }

    @Test func `Reading only leaves that to a writer, and says so`() throws {
        let before = try fixture.contents()
        let error = #expect(throws: RunFailure.self) {
            try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        }
        #expect(error?.failureClass == .unavailable)
        #expect(error?.description.contains("keys init") == true)
        #expect(try fixture.contents() == before)
    }
}
