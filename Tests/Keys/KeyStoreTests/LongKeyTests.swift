import Ciphers
import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats
import WipedMemory

@testable import KeyStore

/// Keys of 32 bytes (AES-256-GCM) in the same tables as those of 16.
struct LongKeyTests {
    @Test(arguments: StoreBackend.allCases)
    func `A key of either length comes back`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let givenKey = try ContentKey(copying: Array(0x00...0x1F))
        let drafts = [
            KeyDraft(identity: try KeyIdentity("short")),
            KeyDraft(identity: try KeyIdentity("long"), keyLength: .bits256),
            KeyDraft(identity: try KeyIdentity("given"), key: givenKey, iv: .random()),
        ]
        let records = try store.findOrCreate(drafts)
        #expect(records.map(\.key.length) == [.bits128, .bits256, .bits256])
        #expect(records[2].key == givenKey)
        let again = try fixture.open()
        #expect(try again.findOrCreate(drafts).map(\.fingerprint) == records.map(\.fingerprint))
        #expect(Set(try again.allRecords().map(\.fingerprint)) == Set(records.map(\.fingerprint)))
        #expect(try again.keys(withSameKeyAs: givenKey).map(\.identity) == [records[2].identity])
        // An existing key is returned, whatever length was requested for a new one.
        let wish = KeyDraft(identity: try KeyIdentity("short"), keyLength: .bits256)
        #expect(try again.findOrCreate([wish]).map(\.keyID) == [records[0].keyID])
    }

    @Test(arguments: StoreBackend.allCases)
    func `They are rewrapped and exported`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let record = try #require(
            try store.findOrCreate([KeyDraft(identity: KeyIdentity("long"), keyLength: .bits256)]).first
        )
        let new = KeyEncryptionKey.random()
        try store.rewrap(under: new)
        let again = try fixture.open(kek: new)
        #expect(try again.record(record.identity)?.fingerprint == record.fingerprint)
        #expect(try again.exportableKeys(of: nil).map(\.record.fingerprint) == [record.fingerprint])
    }

    /// A concurrent run with another method gets keys of the same length, or an error.
    @Test(arguments: StoreBackend.allCases, [KeyLength.bits128, .bits256])
    func `A generation has keys of one length`(backend: StoreBackend, first: KeyLength) throws {
        let (fixture, store) = try backend.makeStore()
        let second: KeyLength = first == .bits128 ? .bits256 : .bits128
        let stored = try KeyIdentity("movie", "video")
        _ = try store.findOrCreate([KeyDraft(identity: stored, keyLength: first)])
        let refused = try KeyIdentity("movie", "audio")
        let error = RunFailure.mixedKeyLengths(
            refused,
            count: second.byteCount,
            otherIdentity: stored,
            otherCount: first.byteCount
        )
        #expect(throws: error) {
            _ = try store.findOrCreate([
                KeyDraft(identity: KeyIdentity("other"), keyLength: second),
                KeyDraft(identity: refused, keyLength: second),
            ])
        }
        #expect(try fixture.open().allRecords().map(\.identity) == [stored])
        var log: [AuditEntry] = []
        try store.forEachAuditEntry { log.append($0) }
        #expect(log.last?.action == .denied && log.last?.detail == "\(error.unlabeled)")
        #expect(error.failureClass == .malformed)
        #expect("\(error)".contains("--new-key") && "\(error)".contains("\(second.byteCount) bytes"))
        let next = try KeyIdentity("movie", "audio", generation: 2)
        #expect(
            try store.findOrCreate([KeyDraft(identity: next, keyLength: second)]).map(\.key.length) == [
                second
            ]
        )
    }

    /// The store compares with one key of the generation; keys of others sort before and after it.
    @Test(arguments: StoreBackend.allCases)
    func `Keys of other generations and titles do not count`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let beside = try KeyIdentity("movie", "m", generation: 2)
        _ = try store.findOrCreate([
            KeyDraft(identity: KeyIdentity("movie", "a", generation: 1)),
            KeyDraft(identity: KeyIdentity("movie", "a", generation: 3)),
            KeyDraft(identity: KeyIdentity("movie", "z", generation: 1)),
            KeyDraft(identity: KeyIdentity("movi", "a", generation: 2)),
            KeyDraft(identity: beside, keyLength: .bits256),
        ])
        // The error names the first key of the generation: "m", and then "a".
        for (track, first) in try [("a", beside), ("z", KeyIdentity("movie", "a", generation: 2))] {
            let wanted = try KeyIdentity("movie", track, generation: 2)
            let error = RunFailure.mixedKeyLengths(wanted, count: 16, otherIdentity: first, otherCount: 32)
            #expect(throws: error) { _ = try store.findOrCreate([KeyDraft(identity: wanted)]) }
            let longer = try store.findOrCreate([KeyDraft(identity: wanted, keyLength: .bits256)])
            #expect(longer.map(\.key.length) == [.bits256])
        }
    }

    /// The row is authentic, so this is no damage; 24 bytes would be an AES-192 key, which is not supported.
    @Test func `A sealed key of another length is refused`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("a"))]).first)
        let rowIdentity = WrappedKey.RowIdentity(
            storeID: store.storeID,
            identity: record.identity,
            keyID: record.keyID
        )
        let sealed = try fixture.kek.encrypt(
            SecretBytes(copying: [UInt8](repeating: 1, count: 24 + 16)),
            additionalData: rowIdentity.additionalData
        )
        try fixture.dropTriggers()
        try fixture.sqlite3(
            "PRAGMA ignore_check_constraints = 1; UPDATE content_keys SET sealed = x'\(Hexadecimal.encode(sealed))'"
        )
        let error = #expect(throws: RunFailure.self) { _ = try store.allRecords() }
        #expect(error?.description.contains("neither 16 nor 32 bytes") == true)
    }

    @Test func `A media digest key of 32 bytes is refused`() throws {
        let fixture = try StoreFixture()
        try SQLiteDatabase.create(at: fixture.path) { (session) throws(RunFailure) in
            _ = try StoreHeader.insert(
                into: session,
                kek: fixture.kek,
                kind: .test,
                mediaDigestKey: .random(.bits256)
            )
        }
        let error = #expect(throws: RunFailure.self) { try fixture.open() }
        #expect(error?.description.contains("media digest key does not have 16 bytes") == true)
    }

    /// Half of a longer key is a different key.
    @Test func `A shorter key in its place is a contradiction`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let identity = try KeyIdentity("long")
        _ = try store.findOrCreate([
            KeyDraft(identity: identity, key: ContentKey(copying: Array(0x00...0x1F)))
        ])
        #expect(throws: RunFailure.contradiction(identity, field: "key")) {
            _ = try store.findOrCreate([
                KeyDraft(identity: identity, key: ContentKey(copying: Array(0x00...0x0F)))
            ])
        }
    }

    /// Nonce (12), key, IV (16), tag (16).
    @Test func `The sealed form says how long the key is`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        _ = try store.findOrCreate([
            KeyDraft(identity: KeyIdentity("a")), KeyDraft(identity: KeyIdentity("b"), keyLength: .bits256),
        ])
        let lengths = try fixture.sqlite3("SELECT length(sealed) FROM content_keys ORDER BY content_id")
        #expect(lengths.split(separator: "\n") == ["60", "76"])
    }

    @Test(arguments: [60, 61, 75, 76])
    func `A sealed form that does not open is damage`(count: Int) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("a"), keyLength: .bits256)])
        try fixture.dropTriggers()
        try fixture.sqlite3(
            "PRAGMA ignore_check_constraints = 1; UPDATE content_keys SET sealed = zeroblob(\(count))"
        )
        let error = #expect(throws: RunFailure.self) { _ = try store.allRecords() }
        #expect(error?.failureClass == .missing)
    }
}
