import Ciphers
import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import KeyStore

/// Changes by someone who has the file but not the key-encryption key: each is detected.
struct TamperingTests {
    let fixture: StoreFixture
    let records: [KeyRecord]

    init() throws {
        fixture = try StoreFixture()
        records = try fixture.create().findOrCreate([
            KeyDraft(identity: KeyIdentity("first")), KeyDraft(identity: KeyIdentity("second")),
        ])
    }

    @Test(arguments: [
        "UPDATE content_keys SET sealed = (SELECT sealed FROM content_keys WHERE content_id = 'second')",
        "UPDATE content_keys SET sealed = zeroblob(60)",
        "UPDATE content_keys SET track = 'hd'",
        "UPDATE content_keys SET period = 1",
        "UPDATE content_keys SET generation = 2",
        "UPDATE content_keys SET content_id = 'third' WHERE content_id = 'first'",
        "UPDATE content_keys SET key_id = randomblob(16)",
    ])
    func `A row that was changed does not open`(change: String) throws {
        try fixture.dropTriggers()
        try fixture.sqlite3(change)
        let error = #expect(throws: RunFailure.self) { try fixture.open().allRecords() }
        #expect(error?.kind == .corrupted)
        let reason = try #require(error?.found)
        #expect(reason.contains("does not authenticate"))
        #expect(reason.contains("first") || reason.contains("third"))
    }

    @Test func `Two whole rows that change places are refused`() throws {
        try fixture.dropTriggers()
        try fixture.sqlite3(
            """
            UPDATE content_keys SET content_id = 'x' WHERE content_id = 'first';
            UPDATE content_keys SET content_id = 'first' WHERE content_id = 'second';
            UPDATE content_keys SET content_id = 'second' WHERE content_id = 'x';
            """
        )
        for record in records {
            #expect(throws: RunFailure.self) { try fixture.open().record(record.identity) }
            #expect(throws: RunFailure.self) {
                try fixture.open().findOrCreate([KeyDraft(identity: record.identity)])
            }
        }
    }

    /// Both stores are wrapped under one key, and the rows have the same key id and identity.
    @Test func `A row of another store is refused`() throws {
        let otherFixture = try StoreFixture()
        let record = records[0]
        let twin = try SQLiteKeyStore.create(at: otherFixture.path, kek: fixture.kek)
        let draft = KeyDraft(identity: record.identity, keyID: record.keyID)
        #expect(try twin.findOrCreate([draft]).first?.key != record.key)
        try twin.close()
        try fixture.dropTriggers()
        try fixture.sqlite3(
            """
            ATTACH '\(otherFixture.path)' AS other;
            UPDATE content_keys SET sealed = (SELECT sealed FROM other.content_keys) WHERE content_id = 'first'
            """
        )
        let error = #expect(throws: RunFailure.self) { try fixture.open().record(record.identity) }
        #expect(error?.failureClass == .missing)
        // Copying the other store's header does not make its rows valid here.
        try fixture.sqlite3(
            "ATTACH '\(otherFixture.path)' AS other; DELETE FROM store; INSERT INTO store SELECT * FROM other.store"
        )
        #expect(try fixture.open().record(record.identity)?.key != record.key)
        #expect(throws: RunFailure.self) { try fixture.open().record(records[1].identity) }
    }

    @Test(arguments: ["kind = 'test'", "store_id = randomblob(16)", "created_at = 0"])
    func `What a store is does not change`(change: String) throws {
        #expect(throws: (any Error).self) { try fixture.sqlite3("UPDATE store SET \(change)") }
        #expect(throws: (any Error).self) { try fixture.sqlite3("DELETE FROM store") }
        #expect(throws: (any Error).self) {
            try fixture.sqlite3("UPDATE content_keys SET origin = 'derived'")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `No edit makes a store one of another kind`(kind: StoreKind) throws {
        let otherFixture = try StoreFixture()
        let store = try SQLiteKeyStore.create(at: otherFixture.path, kek: otherFixture.kek, kind: kind)
        #expect(store.kind == kind)
        try store.close()
        try otherFixture.dropTriggers()
        try otherFixture.sqlite3("UPDATE store SET kind = '\(kind == .test ? "production" : "test")'")
        let error = #expect(throws: RunFailure.self) { try otherFixture.open() }
        #expect(error?.failureClass == .missing)
    }

    @Test func `A seal of another store does not open with this one's key`() throws {
        let error = #expect(throws: RunFailure.self) {
            try SQLiteKeyStore.open(at: fixture.path, kek: .random())
        }
        #expect(error?.expected == fixture.kek.fingerprint)
        #expect(error?.found != "fingerprint \(fixture.kek.fingerprint)")
        #expect(error?.failureClass == .permission)
    }

    @Test(arguments: [
        "UPDATE store SET kek_check = zeroblob(46)", "UPDATE store SET media_digest_key = kek_check",
        "UPDATE store SET store_id = randomblob(16)", "UPDATE store SET store_id = x'00'",
        "DELETE FROM store",
    ])
    func `A seal that was changed is refused`(change: String) throws {
        try fixture.dropTriggers()
        try fixture.sqlite3("PRAGMA ignore_check_constraints = 1; \(change)")
        let error = #expect(throws: RunFailure.self) { try fixture.open() }
        #expect(error?.failureClass == .missing)
    }

    @Test func `No key byte is in the file, in an error or in a description`() throws {
        let file = try #require(FileManager.default.contents(atPath: fixture.path))
        for record in records {
            let key = record.key.withSpan { span in span.indices.map { span[$0] } }
            #expect(file.range(of: Data(key)) == nil)
            #expect(file.range(of: Data(record.iv.bytes)) == nil)
            #expect(file.range(of: Data(record.keyID.bytes)) != nil)
            var text =
                "\(record) \(fixture.kek) \(String(reflecting: record)) \(String(reflecting: fixture.kek))"
            dump(record, to: &text)
            dump(fixture.kek, to: &text)
            #expect(!text.contains(Hexadecimal.encode(key)))
            #expect(!text.contains("\(key[0]), \(key[1])"))
            #expect(text.contains("<redacted>"))
        }
    }
}
