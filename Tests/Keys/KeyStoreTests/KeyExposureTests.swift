import Ciphers
import Failures
import Foundation
import KeyStoreFixtures
import Testing
import TextFormats

@testable import KeyStore

/// Keys that a published value (IV, key id, content id, track) discloses.
///
/// No store accepts them, and those stored by older builds are not used.
struct KeyExposureTests {
    static let key = "8f3a60c1d95e27b4047bf6812c9de053"
    static let otherKey = "31c29a7714e8d05fb3460b8be92f6d1c"
    static let iv = "f0e0d0c0b0a090807060504030201000"
    /// The key as the text of a key id, and as a GUID that PlayReady would write with the bytes of the key.
    static let keyAsID = "8f3a60c1-d95e-27b4-047b-f6812c9de053"
    static let keyAsGUID = "c1603a8f-5ed9-b427-047b-f6812c9de053"

    struct Given: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: String
        var iv: String?
        var keyID: String?
        var exposure: KeyExposure?
        var title = "given"
        var track = "all"

        func draft(_ title: String? = nil, origin: KeyOrigin = .imported) throws -> KeyDraft {
            KeyDraft(
                identity: try KeyIdentity(title ?? self.title, track),
                keyID: keyID.flatMap(UUID.init(uuidString:)),
                key: try ContentKey(copying: Hexadecimal.decode(key) ?? []),
                iv: iv.flatMap { InitializationVector(hexadecimal: $0) },
                origin: origin
            )
        }
    }

    static let given = [
        Given(testDescription: "nothing beside it", key: key),
        Given(
            testDescription: "an IV and an id",
            key: key,
            iv: iv,
            keyID: "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0"
        ),
        Given(
            testDescription: "the IV is the id",
            key: key,
            iv: iv,
            keyID: "f0e0d0c0-b0a0-9080-7060-504030201000"
        ),
        Given(testDescription: "the IV is the key", key: key, iv: key, exposure: .initializationVector),
        Given(testDescription: "the id is the key", key: key, keyID: keyAsID, exposure: .keyID),
        Given(testDescription: "the id as a GUID is the key", key: key, keyID: keyAsGUID, exposure: .keyID),
        Given(
            testDescription: "the IV is the first half",
            key: key + otherKey,
            iv: key,
            exposure: .initializationVector
        ),
        Given(
            testDescription: "the IV is the second half",
            key: otherKey + key,
            iv: key,
            exposure: .initializationVector
        ),
        Given(
            testDescription: "the id is the second half",
            key: otherKey + key,
            keyID: keyAsID,
            exposure: .keyID
        ),
    ]

    /// Values that equal the key in another byte order or encoding.
    static let disguised = [
        Given(
            testDescription: "the IV is the key backwards",
            key: key,
            iv: "53e09d2c81f67b04b4275ed9c1603a8f",
            exposure: .initializationVector
        ),
        Given(
            testDescription: "the IV is the key inverted",
            key: key,
            iv: "70c59f3e26a1d84bfb84097ed3621fac",
            exposure: .initializationVector
        ),
        Given(
            testDescription: "the IV is the key in the order of a GUID",
            key: key,
            iv: "c1603a8f5ed9b427047bf6812c9de053",
            exposure: .initializationVector
        ),
        Given(
            testDescription: "the IV has half of the key",
            key: key,
            iv: "8f3a60c1d95e27b40000000000000000",
            exposure: .initializationVector
        ),
        Given(
            testDescription: "the id is the key backwards",
            key: key,
            keyID: "53e09d2c-81f6-7b04-b427-5ed9c1603a8f",
            exposure: .keyID
        ),
        Given(testDescription: "the title is the key", key: key, exposure: .contentID, title: key),
        Given(
            testDescription: "the title and the IV are the key",
            key: key,
            iv: key,
            exposure: .contentID,
            title: key
        ),
        Given(
            testDescription: "the title has the key in base64",
            key: key,
            exposure: .contentID,
            title: "movie jzpgwdleJ7QEe/aBLJ3gUw=="
        ),
        Given(testDescription: "the track is the key", key: key, exposure: .track, track: "hd-" + keyAsID),
    ]

    private static func imported(_ draft: KeyDraft) -> ImportedKey {
        ImportedKey(draft: draft, signalling: [], terms: nil, state: .active, lines: [])
    }

    @Test(arguments: StoreBackend.allCases, given + disguised)
    func `A key is not taken with a value that is the key`(backend: StoreBackend, given: Given) throws {
        let (fixture, store) = try backend.makeStore()
        let draft = try given.draft()
        guard let exposure = given.exposure else {
            #expect(try store.findOrCreate([draft]).count == 1)
            return
        }
        let expected = RunFailure.exposedKey(draft.identity, by: exposure, of: draft.identity)
        let good = try KeyDraft(identity: KeyIdentity("good"))
        #expect(throws: expected) { _ = try store.findOrCreate([good, draft]) }
        #expect(throws: expected) {
            _ = try store.importKeys([good, draft].map { Self.imported($0) }, revoking: [])
        }
        #expect(throws: expected) { _ = try store.store([SuppliedKeyDraft(draft: draft, lines: [])]) }
        #expect(throws: expected) { _ = try store.duplicateWarning(of: draft) }
        #expect(try fixture.open().allRecords().isEmpty)
        #expect(expected.failureClass == .malformed)
        for digits in [Self.key, Self.otherKey, Self.keyAsID, Self.keyAsGUID] {
            #expect(!"\(expected)".contains(digits.prefix(8)))
        }
    }

    /// A stored key, a given key, the key disclosed, and the value of which key discloses it.
    static let pairs: [(stored: Given, given: Given, key: String, by: KeyExposure, of: String)] = [
        (
            Given(testDescription: "", key: key), Given(testDescription: "", key: otherKey, iv: key),
            "movie/1", .initializationVector, "movie/2"
        ),
        (
            Given(testDescription: "", key: key), Given(testDescription: "", key: otherKey, keyID: keyAsID),
            "movie/1", .keyID, "movie/2"
        ),
        (
            Given(testDescription: "", key: otherKey, iv: key), Given(testDescription: "", key: key),
            "movie/2", .initializationVector, "movie/1"
        ),
        (
            Given(testDescription: "", key: otherKey, keyID: keyAsID), Given(testDescription: "", key: key),
            "movie/2", .keyID, "movie/1"
        ),
    ]

    @Test(arguments: StoreBackend.allCases, 0..<4)
    func `A key is not taken with a value that is another key`(backend: StoreBackend, pair: Int) throws {
        let pair = Self.pairs[pair]
        let (fixture, store) = try backend.makeStore()
        func draft(_ given: Given, _ period: Int) throws -> KeyDraft {
            let draft = try given.draft()
            return KeyDraft(
                identity: try KeyIdentity("movie", period: period),
                keyID: draft.keyID,
                key: draft.key,
                iv: draft.iv,
                origin: .imported
            )
        }
        let (stored, given) = (try draft(pair.stored, 1), try draft(pair.given, 2))
        let expected = RunFailure.exposedKey(
            pair.key == "movie/1" ? stored.identity : given.identity,
            by: pair.by,
            of: pair.of == "movie/1" ? stored.identity : given.identity
        )
        for both in [[stored, given], [given, stored]] {
            #expect(throws: expected) { _ = try store.findOrCreate(both) }
        }
        #expect(try fixture.open().allRecords().isEmpty)
        _ = try store.findOrCreate([stored])
        #expect(throws: expected) { _ = try store.findOrCreate([given]) }
        #expect(throws: expected) { _ = try store.importKeys([Self.imported(given)], revoking: []) }
        #expect(try fixture.open().allRecords().count == 1)
        for digits in [Self.key, Self.otherKey] { #expect(!"\(expected)".contains(digits.prefix(8))) }
    }

    /// Simulates a store of a build that accepted such keys: the row of a record is wrapped again with another
    /// key and IV.
    private func wrapAgain(
        _ record: KeyRecord,
        _ key: ContentKey,
        _ iv: InitializationVector,
        in store: SQLKeyStore,
        of fixture: StoreFixture
    ) throws {
        let rowIdentity = WrappedKey.RowIdentity(
            storeID: store.storeID,
            identity: record.identity,
            keyID: record.keyID
        )
        let wrapped = try WrappedKey.wrap(key, iv, for: rowIdentity, kek: fixture.kek)
        try fixture.dropTriggers()
        try fixture.sqlite3("UPDATE content_keys SET sealed = x'\(Hexadecimal.encode(wrapped))'")
    }

    @Test func `A stored key that its IV gives away is not used again`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let record = try #require(try store.findOrCreate([Self.given[1].draft("old")]).first)
        let iv = try #require(InitializationVector(hexadecimal: Self.key))
        try wrapAgain(record, record.key, iv, in: store, of: fixture)

        let old = try #require(try store.record(record.identity))
        #expect(old.exposure == .initializationVector)
        #expect(old.usedIV == nil)
        let expected = RunFailure.exposedStoredKey(record.identity, by: .initializationVector)
        #expect(throws: expected) { _ = try store.findOrCreate([KeyDraft(identity: record.identity)]) }
        #expect(throws: expected) { _ = try store.reserveKeyIDs(for: [record.identity], from: "server") }
        #expect(throws: expected) { try store.requireUsable([old]) }
        #expect(expected.failureClass == .malformed && expected.description.contains("--new-key"))
        // The remedy is a new generation.
        let next = try KeyIdentity("old", generation: 2)
        #expect(try store.findOrCreate([KeyDraft(identity: next)]).count == 1)
        #expect(throws: Never.self) { try store.revoke([record.keyID], reason: "in the clear") }
    }

    @Test(arguments: disguised.filter { $0.exposure?.isInIdentity == true })
    func `A title or track that reveals a stored key is not in the log of its refusals`(given: Given) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let draft = try given.draft()
        let (key, exposure) = (try #require(draft.key), try #require(given.exposure))
        let record = try #require(try store.findOrCreate([KeyDraft(identity: draft.identity)]).first)
        try wrapAgain(record, key, record.iv, in: store, of: fixture)

        let old = try #require(try store.record(draft.identity))
        let expected = RunFailure.exposedStoredKey(draft.identity, by: exposure)
        #expect(throws: expected) { _ = try store.findOrCreate([KeyDraft(identity: draft.identity)]) }
        #expect(throws: expected) { try store.requireUsable([old]) }
        var log: [AuditEntry] = []
        try store.forEachAuditEntry { log.append($0) }
        let denials = log.filter { $0.action == .denied }
        #expect(denials.map(\.subject) == ["key store", "key store"])
        #expect(denials.map(\.detail) == Array(repeating: "\(expected.unlabeled)", count: 2))
        let secret = exposure == .contentID ? given.title : given.track
        #expect(!"\(expected) \(denials)".contains(secret))
    }
}
