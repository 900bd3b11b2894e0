import Ciphers
import Failures
import Foundation
import GRDB
import KeyEncryption
import KeyStoreFixtures
import Testing
import TextFormats

@testable import KeyStore

/// Rewrapping of the keys under another key-encryption key.
struct RewrapTests {
    @Test(arguments: StoreBackend.allCases)
    func `All keys open with the new key, and none with the old one`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore(kind: .test)
        let count = SQLKeyStore.batchSize + 5
        let records = try store.findOrCreate(
            (0..<count).map { KeyDraft(identity: try KeyIdentity("m", "\($0)")) }
        )
        let new = KeyEncryptionKey.random()
        try store.rewrap(under: new)
        try store.rewrap(under: new)
        let again = try fixture.open(kek: new)
        #expect(again.kind == .test)
        #expect(again.mediaDigestKey == store.mediaDigestKey)
        for reader in [store, again] {
            #expect(
                Set(try reader.allRecords().map(\.fingerprint)) == Set(records.map(\.fingerprint))
            )
            #expect(try reader.keys(withSameKeyAs: records[7].key).map(\.keyID) == [records[7].keyID])
        }
        let error = #expect(throws: RunFailure.self) { try fixture.open() }
        #expect(
            error
                == .wrongKeyEncryptionKey(
                    path: store.label,
                    found: fixture.kek.fingerprint,
                    expected: new.fingerprint
                )
        )
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("later"))])
        #expect(try again.allRecords().count == count + 1)
        #expect(try AuditChain.verify(again).entryCount == count + 4)
    }

    @Test(arguments: StoreBackend.allCases)
    func `Who still has the old key is told so, and writes nothing`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        let late = try fixture.open()
        let new = KeyEncryptionKey.random()
        try store.rewrap(under: new)
        let error = RunFailure.wrongKeyEncryptionKey(
            path: store.label,
            found: fixture.kek.fingerprint,
            expected: new.fingerprint
        )
        #expect(throws: error) { try late.allRecords() }
        #expect(throws: error) { try late.record(record.identity) }
        #expect(throws: error) { try late.findOrCreate([KeyDraft(identity: KeyIdentity("other"))]) }
        #expect(throws: error) { try late.revoke([record.keyID], reason: "x") }
        #expect(throws: error) { try late.rewrap(under: .random()) }
        #expect(try store.allRecords().count == 1)
    }

    @Test func `Nothing of the old seals is left in the file`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        _ = try store.findOrCreate((0..<300).map { KeyDraft(identity: try KeyIdentity("m", "\($0)")) })
        let seals = try fixture.sqlite3(
            "SELECT hex(sealed) FROM content_keys UNION SELECT hex(kek_check) FROM store UNION SELECT hex(media_digest_key) FROM store"
        ).split(separator: "\n").map { Data(try #require(Hexadecimal.decode($0))) }
        #expect(seals.count == 302)
        func left() throws -> Int {
            let files = try fixture.contents().keys.filter { $0.hasPrefix("data/keys.sqlite") }.map { name in
                try Data(contentsOf: URL(filePath: fixture.directory + "/" + name))
            }
            return seals.count { seal in files.contains { $0.range(of: seal) != nil } }
        }
        #expect(try left() == 302)
        try store.rewrap(under: .random())
        try store.compact()
        #expect(try left() == 0)
        try store.close()
        #expect(try fixture.contents().keys.sorted() == ["data", "data/keys.sqlite"])
    }

    @Test func `A damaged record stops it, and all stays under the old key`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        _ = try store.findOrCreate((0..<3).map { KeyDraft(identity: try KeyIdentity("m", "\($0)")) })
        try fixture.dropTriggers()
        try fixture.sqlite3("UPDATE content_keys SET sealed = zeroblob(60) WHERE track = '2'")
        let error = #expect(throws: RunFailure.self) { try store.rewrap(under: .random()) }
        #expect(error?.failureClass == .missing)
        #expect(try fixture.open().record(KeyIdentity("m", "1")) != nil)
        #expect(try store.record(KeyIdentity("m", "1")) != nil)
    }

    @Test func `Keys are under the new key where the file cannot be rewritten`() throws {
        let fixture = try StoreFixture()
        let record = try #require(
            try fixture.create().findOrCreate([KeyDraft(identity: KeyIdentity("m"))]).first
        )
        let store = try SQLiteKeyStore.open(
            at: fixture.path,
            kek: fixture.kek,
            readOnly: false,
            busyTimeout: .milliseconds(200)
        )
        let new = KeyEncryptionKey.random()
        try store.rewrap(under: new)
        // Compaction is refused during a concurrent read.
        let queue = try DatabaseQueue(path: fixture.path)
        try queue.inDatabase { reader in
            try reader.execute(sql: "BEGIN")
            _ = try Int.fetchOne(reader, sql: "SELECT count(*) FROM content_keys")
            let error = #expect(throws: RunFailure.self) { try store.compact() }
            #expect(error?.failureClass == .unavailable)
            try reader.execute(sql: "COMMIT")
        }
        #expect(try store.record(record.identity)?.key == record.key)
        try store.compact()
        #expect(try fixture.open(kek: new).record(record.identity)?.key == record.key)
    }
}
