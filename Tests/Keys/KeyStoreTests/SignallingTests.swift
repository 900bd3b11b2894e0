import Failures
import Foundation
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import KeyStore

/// Records of where and how a key was signalled.
struct SignallingTests {
    let fixture: StoreFixture
    let store: SQLKeyStore
    let records: [KeyRecord]

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
        records = try store.findOrCreate([
            KeyDraft(identity: KeyIdentity("movie", "a")), KeyDraft(identity: KeyIdentity("movie", "b")),
        ])
    }

    static let assetIDs = [
        AssetIDRecord(id: "mövie", hex: "6dc3b6766965", rule: "host"),
        AssetIDRecord(id: "b", hex: "62", rule: "x"),
    ]

    func signalling(
        _ record: KeyRecord,
        uri: String = "skd://movie",
        system: String = "identity",
        tree: String = "/srv/movie",
        scheme: String? = nil,
        assetIDs: [AssetIDRecord] = SignallingTests.assetIDs,
        template: String? = "content-id"
    ) -> Signalling {
        Signalling(
            keyID: record.keyID,
            system: system,
            method: "aes-128",
            scheme: scheme,
            keyURI: uri,
            keyFormat: "identity",
            keyFormatVersions: "1",
            assetIDs: assetIDs,
            template: template,
            tree: tree,
            createdAt: Date(timeIntervalSince1970: 1_800_000_000)
        )
    }

    @Test func `What was added comes back`() throws {
        let bare = Signalling(
            keyID: records[0].keyID,
            system: "fairplay",
            method: "sample-aes",
            keyURI: "skd://ü?a=\"b\"",
            tree: "/",
            createdAt: Date(timeIntervalSince1970: 1_800_000_001)
        )
        try store.addSignalling([signalling(records[0]), bare])
        #expect(try fixture.open().signalling(of: records[0].keyID) == [signalling(records[0]), bare])
        #expect(try store.signalling(of: records[1].keyID).isEmpty)
    }

    @Test func `Adding it again changes nothing`() throws {
        try store.addSignalling([signalling(records[0]), signalling(records[0])])
        try store.addSignalling([signalling(records[0])])
        #expect(try store.signalling(of: records[0].keyID).count == 1)
    }

    /// Only the asset ids that clients may send count, not their order or the template that named them.
    @Test func `The same asset ids in another order or by another template change nothing`() throws {
        try store.addSignalling([signalling(records[0])])
        try store.addSignalling([
            signalling(records[0], assetIDs: Self.assetIDs.reversed()), signalling(records[0], assetIDs: []),
            signalling(records[0], template: "other"),
        ])
        #expect(try store.signalling(of: records[0].keyID) == [signalling(records[0])])
    }

    @Test func `A later asset id or scheme for the same URI and tree is added`() throws {
        let later = signalling(records[0], assetIDs: [AssetIDRecord(id: "c", hex: "63", rule: "later")])
        let scheme = signalling(records[0], scheme: "cbcs")
        try store.addSignalling([signalling(records[0])])
        let digest = try store.exportableKeys(of: nil).map(\.recordDigest)
        try store.addSignalling([later])
        try store.addSignalling([scheme, later])
        #expect(try store.signalling(of: records[0].keyID) == [signalling(records[0]), later, scheme])
        // The changed record has to be delivered to license servers again.
        #expect(try store.exportableKeys(of: nil).map(\.recordDigest)[0] != digest[0])
    }

    @Test func `Another tree, system or URI is another signalling`() throws {
        try store.addSignalling([
            signalling(records[0]), signalling(records[0], uri: "skd://movie2"),
            signalling(records[0], system: "fairplay"), signalling(records[0], tree: "/srv/other"),
        ])
        #expect(try store.signalling(of: records[0].keyID).count == 4)
    }

    @Test func `Keys are found by the URI, each once`() throws {
        try store.addSignalling([
            signalling(records[0]), signalling(records[0], tree: "/srv/other"),
            signalling(records[1], uri: "skd://b"),
        ])
        #expect(try store.keys(signalledAs: "skd://movie").map(\.keyID) == [records[0].keyID])
        #expect(try store.keys(signalledAs: "skd://b").map(\.keyID) == [records[1].keyID])
        #expect(try store.keys(signalledAs: "skd://MOVIE").isEmpty)
    }

    /// Another run may have signalled a key since the caller checked.
    @Test func `Within a title a URI names one key, and nothing is added when it would name two`() throws {
        try store.addSignalling([signalling(records[0])])
        #expect(throws: RunFailure.uriNamesAnotherKey(records[0].identity)) {
            try store.addSignalling([signalling(records[1], uri: "skd://b"), signalling(records[1])])
        }
        #expect(try store.signalling(of: records[1].keyID).isEmpty)
    }

    @Test func `Two titles may share a URI`() throws {
        let otherRecord = try #require(
            try store.findOrCreate([KeyDraft(identity: KeyIdentity("other", "a"))]).first
        )
        try store.addSignalling([signalling(records[0]), signalling(otherRecord)])
        #expect(try store.keys(signalledAs: "skd://movie").count == 2)
    }

    @Test func `A key that is not stored cannot be signalled, and nothing else is`() throws {
        let unknown = UUID()
        let foreign = Signalling(
            keyID: unknown,
            system: "identity",
            method: "aes-128",
            keyURI: "skd:x",
            tree: "/"
        )
        #expect(throws: RunFailure.unknownKey(unknown)) {
            try store.addSignalling([signalling(records[0]), foreign])
        }
        #expect(try store.signalling(of: records[0].keyID).isEmpty)
    }

    @Test(arguments: ["", "skd://a\0b", "skd://a\nb"])
    func `A URI that a database would not give back is refused`(uri: String) {
        #expect(throws: RunFailure.self) { try store.addSignalling([signalling(records[0], uri: uri)]) }
    }

    @Test func `The newest policy is the one that counts`() throws {
        #expect(try store.policy(of: records[0].keyID) == nil)
        let keyID = Hexadecimal.encode(records[0].keyID.bytes)
        try fixture.sqlite3(
            """
            INSERT INTO key_policies VALUES (x'\(keyID)', 2, 'TYPE-1', 'L1', 'hd', 60, 3600, 7200, 's', 't', 0);
            INSERT INTO key_policies (key_id, version, created_at) VALUES (x'\(keyID)', 1, 0);
            """
        )
        let policy = try #require(try store.policy(of: records[0].keyID))
        #expect(policy.version == 2)
        #expect(policy.terms.hdcp == "TYPE-1")
        #expect(policy.terms.securityLevel == "L1")
        #expect(policy.terms.contentType == "hd")
        #expect(policy.terms.leaseSeconds == 60)
        #expect(policy.terms.rentalSeconds == 3600)
        #expect(policy.terms.playbackSeconds == 7200)
        #expect(policy.terms.offlineStreamID == "s")
        #expect(policy.terms.offlineTitleID == "t")
    }
}
