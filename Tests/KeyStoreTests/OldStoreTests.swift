import Foundation
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// A store of version 1, whose uses do not say their method: AES-128 was the only one.
struct OldStoreTests {
    private static let digest = [UInt8](repeating: 7, count: MediaUse.digestByteCount)

    let fixture: StoreFixture
    let record: KeyRecord

    /// Takes from a new store what version 2 added, by another program.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.create()
        record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        try store.recordUses([use("aes-128", 7)], reuse: .none)
        try store.close()
        try fixture.sqlite3(
            """
            DROP INDEX media_uses_by_rendition;
            ALTER TABLE media_uses DROP COLUMN method;
            CREATE INDEX media_uses_by_rendition ON media_uses (key_id, rendition, id);
            DELETE FROM grdb_migrations WHERE identifier = '2';
            """
        )
        #expect(try !fixture.sqlite3("PRAGMA table_info(media_uses)").contains("method"))
    }

    private func use(_ method: String, _ byte: UInt8) throws -> MediaUse {
        let digest = [UInt8](repeating: byte, count: MediaUse.digestByteCount)
        return try MediaUse(keyID: record.keyID, rendition: "v", method: method, digest: digest)
    }

    @Test func `Opening it keeps its uses as those of AES-128`() throws {
        let uses = try fixture.open().uses(of: record.keyID)
        #expect(uses.map(\.method) == ["aes-128"])
        #expect(uses.map(\.digest) == [Self.digest])
        #expect(try fixture.sqlite3("SELECT identifier FROM grdb_migrations ORDER BY 1") == "1\n2\n")
    }

    @Test func `Opened for reading it stays as it is, and its uses are those of AES-128`() throws {
        let before = try fixture.contents()
        let store = try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        #expect(try store.uses(of: record.keyID).map(\.method) == ["aes-128"])
        #expect(try store.allRecords().map(\.keyID) == [record.keyID])
        try store.close()
        #expect(try fixture.contents() == before)
    }

    @Test func `Its uses still refuse changed media, and stay append-only`() throws {
        let store = try fixture.open()
        let conflict = KeyStoreError.mediaChanged([UseConflict(identity: record.identity, rendition: "v")])
        #expect(throws: conflict) { try store.recordUses([use("aes-128", 8)], reuse: .none) }
        try store.recordUses([use("aes-128", 7), use("sample-aes", 8)], reuse: .none)
        #expect(try store.uses(of: record.keyID).map(\.method) == ["aes-128", "sample-aes"])
        #expect(throws: Command.Failure.self) { try fixture.sqlite3("UPDATE media_uses SET method = 'x'") }
    }

    @Test func `Two processes may open it at once`() throws {
        let stores = try [fixture.open(), fixture.open()]
        for store in stores { #expect(try store.uses(of: record.keyID).count == 1) }
    }
}
