import Ciphers
import Failures
import Foundation
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyStore

/// Versions of policies, and revoked keys, which are not used again.
struct PolicyTests {
    static func terms(_ lease: Int? = 60, hdcp: String? = "type-1") -> KeyPolicyTerms {
        var terms = KeyPolicyTerms()
        (terms.hdcp, terms.securityLevel, terms.contentType) = (hdcp, "main", "hd")
        (terms.leaseSeconds, terms.rentalSeconds, terms.playbackSeconds) = (lease, 3600, 7200)
        (terms.offlineStreamID, terms.offlineTitleID) = ("0001020304050607", "08090a0b0c0d0e0f")
        return terms
    }

    @Test(arguments: StoreBackend.allCases)
    func `A policy that says something else is a new version`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let keyIDs = try store.findOrCreate([
            KeyDraft(identity: KeyIdentity("movie", "a")), KeyDraft(identity: KeyIdentity("movie", "b")),
        ]).map(\.keyID)
        try store.setPolicy(KeyPolicyTerms(), of: keyIDs)
        #expect(try store.policy(of: keyIDs[0]) == nil)
        try store.setPolicy(Self.terms(), of: [keyIDs[0]])
        try store.setPolicy(Self.terms(), of: keyIDs)
        #expect(try store.policy(of: keyIDs[0]) == KeyPolicy(version: 1, terms: Self.terms()))
        try store.setPolicy(Self.terms(nil), of: [keyIDs[0]])
        #expect(try fixture.open().policy(of: keyIDs[0]) == KeyPolicy(version: 2, terms: Self.terms(nil)))
        #expect(try fixture.open().policy(of: keyIDs[1]) == KeyPolicy(version: 1, terms: Self.terms()))
        #expect(try fixture.sql("SELECT count(*) FROM key_policies") == "3\n")
    }

    @Test(arguments: StoreBackend.allCases)
    func `A policy that no database takes is refused, and so is an unknown key`(backend: StoreBackend) throws
    {
        let (fixture, store) = try backend.makeStore()
        let keyID = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
            .keyID
        for terms in [Self.terms(-1), Self.terms(hdcp: ""), Self.terms(hdcp: "a\0b")] {
            let error = #expect(throws: RunFailure.self) { try store.setPolicy(terms, of: [keyID]) }
            #expect(error?.failureClass == .malformed)
        }
        let unknown = UUID()
        #expect(throws: RunFailure.unknownKey(unknown)) {
            try store.setPolicy(Self.terms(), of: [keyID, unknown])
        }
        #expect(try fixture.sql("SELECT count(*) FROM key_policies") == "0\n")
    }

    @Test(arguments: StoreBackend.allCases)
    func `A revoked key stays so, and nothing new is done with it`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let draft = KeyDraft(identity: try KeyIdentity("movie", generation: 2))
        let record = try #require(try store.findOrCreate([draft]).first)
        #expect(try store.state(of: record.keyID) == .active)
        try store.revoke([record.keyID], reason: "lost")
        try store.revoke([record.keyID], reason: "again")
        #expect(try fixture.open().state(of: record.keyID) == .revoked)
        #expect(try fixture.sql("SELECT reason FROM key_states") == "lost\n")
        let revoked = RunFailure.revoked(record.identity)
        #expect(throws: revoked) { try store.findOrCreate([draft]) }
        #expect(throws: revoked) { try store.reserveKeyIDs(for: [record.identity], from: "s") }
        #expect(throws: revoked) {
            try store.recordUses(
                [
                    MediaUse(
                        keyID: record.keyID,
                        rendition: "v",
                        method: "aes-128",
                        digest: Array(repeating: 0, count: 32)
                    )
                ],
                reuse: .all
            )
        }
        #expect(throws: revoked) {
            try store.addSignalling([
                Signalling(keyID: record.keyID, system: "s", method: "m", keyURI: "u", tree: "/")
            ])
        }
        #expect(try store.record(record.identity)?.fingerprint == record.fingerprint)
        #expect(try store.latestGeneration(of: ContentID("movie")) == 2)
    }

    @Test(arguments: StoreBackend.allCases)
    func `Equal keys are found, whatever they are for`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let first = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("b"))]).first)
        _ = try store.findOrCreate([
            KeyDraft(identity: KeyIdentity("a"), key: first.key), KeyDraft(identity: KeyIdentity("c")),
        ])
        #expect(try store.keys(withSameKeyAs: first.key).map(\.identity.contentID.value) == ["a", "b"])
        #expect(try store.keys(withSameKeyAs: .random()).isEmpty)
    }
}
