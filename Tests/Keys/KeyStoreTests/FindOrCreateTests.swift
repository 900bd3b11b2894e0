import Ciphers
import Failures
import Foundation
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyStore

/// Minting of keys, and lookup of existing ones.
struct FindOrCreateTests {
    let fixture: StoreFixture
    let store: SQLKeyStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
    }

    @Test func `A minted key is there for the next process`() throws {
        let drafts = [
            KeyDraft(identity: try KeyIdentity("movie", "hd")),
            KeyDraft(identity: try KeyIdentity("movie", "audio")),
            KeyDraft(identity: try KeyIdentity("movie", "hd", period: 1)),
            KeyDraft(identity: try KeyIdentity("other")),
        ]
        let minted = try store.findOrCreate(drafts)
        #expect(minted.map(\.identity) == drafts.map(\.identity))
        #expect(Set(minted.map(\.keyID)).count == 4)
        #expect(Set(minted.map(\.iv)).count == 4)
        let again = try fixture.open()
        #expect(try again.findOrCreate(drafts).map(\.fingerprint) == minted.map(\.fingerprint))
        #expect(
            try again.allRecords().map(\.fingerprint)
                == minted.sorted { $0.identity < $1.identity }.map(\.fingerprint)
        )
        #expect(try again.records(of: ContentID("movie")).map(\.identity.track) == ["audio", "hd", "hd"])
        #expect(try again.record(minted[0].identity)?.fingerprint == minted[0].fingerprint)
        #expect(try again.record(keyID: minted[3].keyID)?.fingerprint == minted[3].fingerprint)
        #expect(try again.record(keyID: UUID()) == nil)
        #expect(try again.record(KeyIdentity("movie", "hd", period: 2)) == nil)
        #expect(again.mediaDigestKey == store.mediaDigestKey)
    }

    @Test func `A fresh key id is a random UUID`() throws {
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        let text = Array(record.keyID.uuidString)
        #expect(text[14] == "4")
        #expect("89AB".contains(text[19]))
        #expect(abs(record.createdAt.timeIntervalSinceNow) < 60)
    }

    @Test func `A key id of zeros is refused, whoever gives it`() throws {
        let draft = KeyDraft(
            identity: try KeyIdentity("movie"),
            keyID: UUID(bytes: Array(repeating: 0, count: 16))
        )
        #expect(throws: RunFailure.self) { try store.findOrCreate([draft]) }
        #expect(try store.allRecords().isEmpty)
    }

    @Test func `The latest generation is the highest of any track`() throws {
        let movie = try ContentID("movie")
        #expect(try store.latestGeneration(of: movie) == nil)
        _ = try store.findOrCreate([
            KeyDraft(identity: KeyIdentity("movie", "a", generation: 1)),
            KeyDraft(identity: KeyIdentity("movie", "b", generation: 3)),
            KeyDraft(identity: KeyIdentity("movies", "b", generation: 9)),
        ])
        #expect(try store.latestGeneration(of: movie) == 3)
    }

    @Test func `A given key, vector and id are stored`() throws {
        let draft = KeyDraft(
            identity: try KeyIdentity("movie"),
            keyID: UUID(),
            key: try ContentKey(copying: Array(0..<16)),
            iv: InitializationVector(mediaSequence: 5)
        )
        for _ in 1...2 {
            let record = try #require(try store.findOrCreate([draft]).first)
            #expect(record.keyID == draft.keyID)
            #expect(record.key == draft.key)
            #expect(record.iv == draft.iv)
        }
    }

    @Test(arguments: ["key", "initialization vector", "key id"])
    func `A given value that is not the stored one is refused, and nothing is minted`(what: String) throws {
        let identity = try KeyIdentity("movie")
        _ = try store.findOrCreate([KeyDraft(identity: identity)])
        let draft = KeyDraft(
            identity: identity,
            keyID: what == "key id" ? UUID() : nil,
            key: what == "key" ? .random() : nil,
            iv: what == "initialization vector" ? .random() : nil
        )
        #expect(throws: RunFailure.contradiction(identity, field: what)) {
            try store.findOrCreate([KeyDraft(identity: KeyIdentity("new")), draft])
        }
        #expect(try store.allRecords().count == 1)
    }

    @Test func `A key id belongs to one key`() throws {
        let keyID = UUID()
        let second = try KeyIdentity("second")
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("first"), keyID: keyID)])
        #expect(throws: RunFailure.contradiction(second, field: "key id")) {
            try store.findOrCreate([KeyDraft(identity: second, keyID: keyID)])
        }
    }

    @Test func `The same identity twice in one call is one key`() throws {
        let draft = KeyDraft(identity: try KeyIdentity("movie"))
        let records = try store.findOrCreate([draft, draft])
        #expect(records.count == 2)
        #expect(records[0].fingerprint == records[1].fingerprint)
        #expect(try store.findOrCreate([]).isEmpty)
    }
}
