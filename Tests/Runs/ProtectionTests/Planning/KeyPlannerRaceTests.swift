import Ciphers
import Failures
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import Testing

@testable import Presentations
@testable import Protection

/// Dry runs mint nothing, and a run that lost a race uses the key of the other run.
struct KeyPlannerRaceTests {
    private let fixture: StoreFixture
    private static let all = KeySlot(track: "all", period: 0)

    init() throws { fixture = try StoreFixture() }

    @Test func aRehearsalMintsNothing() throws {
        let plan = try KeyPlanner(KeyRequest(), store: fixture.store).dryRun([Self.all])
        let key = try #require(plan.keys[Self.all])
        #expect(key.status == .proposed)
        #expect(key.isNew)
        #expect(key.uri == "skd://movie-42/all/0/1")
        #expect(try fixture.store.allRecords().isEmpty)
    }

    @Test func aRehearsalShowsWhatIsStored() throws {
        let committed = try KeyPlanner(KeyRequest(), store: fixture.store).commit([Self.all])
        let plan = try KeyPlanner(KeyRequest(), store: fixture.store).dryRun([Self.all])
        #expect(plan.ordered.map(\.keyID) == committed.ordered.map(\.keyID))
        #expect(plan.ordered.map(\.isNew) == [false])
    }

    @Test func `What is planned is stored`() throws {
        let request = try KeyRequest(uri: "skd://{key_id}/{iv}")
        let slots = [Self.all, KeySlot(track: "all", period: 1)]
        let committed = try KeyPlanner(request, store: fixture.store).commit(slots)
        let stored = try fixture.store.allRecords()
        #expect(stored.map(\.keyID) == committed.ordered.map(\.record.keyID))
        #expect(stored.map(\.key) == committed.ordered.map(\.record.key))
        #expect(stored.map(\.iv) == committed.ordered.map(\.record.iv))
        #expect(committed.ordered.map(\.status) == [.minted, .minted])
        for key in committed.ordered {
            let id = key.record.keyID.uuidString.lowercased()
            #expect(key.uri.hasPrefix("skd://\(id)/"))
        }
    }

    @Test func aKeyMintedAfterTheRehearsalIsUsed() throws {
        let request = try KeyRequest(uri: "skd://{key_id}")
        let dryRun = try KeyPlanner(request, store: fixture.store).dryRun([Self.all])
        let winner = try fixture.store.findOrCreate([KeyDraft(identity: KeyIdentity("movie-42", "all"))])
        let plan = try KeyPlanner(request, store: fixture.store).commit([Self.all])
        #expect(plan.ordered.map(\.keyID) == winner.map(\.keyID))
        #expect(plan.ordered.map(\.isNew) == [false])
        #expect(dryRun.ordered.map(\.keyID) != winner.map(\.keyID))
    }

    /// The other run commits before this one has the keys of the title to itself.
    @Test(arguments: [false, true])
    func aKeyMintedDuringTheCommitIsUsed(otherIsProvided: Bool) throws {
        let identity = try KeyIdentity("movie-42", "all")
        let provided = otherIsProvided ? ContentKey.random() : nil
        let store = fixture.store
        let racing = HookedKeyStore(store) { () throws(RunFailure) in
            _ = try store.findOrCreate([KeyDraft(identity: identity, key: provided)])
        }
        let plan = try KeyPlanner(KeyRequest(uri: "skd://{key_id}"), store: racing).commit([Self.all])
        let winner = try #require(try store.record(identity))
        let planned = try #require(plan.keys[Self.all])
        #expect(planned.keyID == winner.keyID)
        #expect(planned.record.key == winner.key)
        #expect(planned.uri == "skd://" + winner.keyID.uuidString.lowercased())
        #expect(!planned.isNew)
        #expect(try store.allRecords().count == 1)
        // The store does not log the lost race as a denial.
        var actions: [AuditAction] = []
        try store.forEachAuditEntry(through: .max) { entry, _ in actions.append(entry.action) }
        #expect(!actions.contains(.denied))
    }

    /// The other run commits and stores its URIs before this one plans.
    @Test func aKeySignalledDuringThePlanIsUsed() throws {
        let identity = try KeyIdentity("movie-42", "all")
        let store = fixture.store
        let racing = HookedKeyStore(
            store,
            beforeCommit: { () throws(RunFailure) in
                let record = try store.findOrCreate([KeyDraft(identity: identity)])[0]
                try store.addSignalling([
                    Signalling(
                        keyID: record.keyID,
                        system: "fairplay",
                        method: "SAMPLE-AES",
                        keyURI: "skd://movie-42",
                        tree: "/out"
                    )
                ])
            }
        )
        let plan = try KeyPlanner(KeyRequest(uri: "skd://movie-42"), store: racing).commit([Self.all])
        #expect(plan.ordered.map(\.keyID) == (try store.allRecords().map(\.keyID)))
        #expect(plan.ordered.map(\.isNew) == [false])
    }

    /// The other run minted one of several keys; this run mints the rest, in the same generation.
    @Test func aPartlyLostRaceEndsWell() throws {
        let slots = [Self.all, KeySlot(track: "all", period: 1)]
        let store = fixture.store
        let second = try KeyIdentity("movie-42", "all", 1)
        let racing = HookedKeyStore(store) { () throws(RunFailure) in
            _ = try store.findOrCreate([KeyDraft(identity: second)])
        }
        let plan = try KeyPlanner(KeyRequest(), store: racing).commit(slots)
        let stored = try store.allRecords()
        #expect(stored.map(\.keyID) == plan.ordered.map(\.keyID))
        #expect(stored.count == 2)
        #expect(plan.keys[slots[1]]?.isNew == false)
    }

    /// Another title gets the same key and URI after this run has planned and before it commits.
    @Test func `A key that another title gets meanwhile is warned of`() throws {
        let (store, key) = (fixture.store, ContentKey.random())
        let other = try KeyIdentity("other", "all")
        let racing = HookedKeyStore(store) { () throws(RunFailure) in
            let record = try store.findOrCreate([KeyDraft(identity: other, key: key)])[0]
            try store.addSignalling([
                Signalling(
                    keyID: record.keyID,
                    system: "identity",
                    method: "AES-128",
                    keyURI: "skd://same",
                    tree: "/out"
                )
            ])
        }
        let request = try KeyRequest(uri: "skd://same", providedKey: KeyRequest.ProvidedKey(key: key))
        let warnings = try KeyPlanner(request, store: racing).commit([Self.all]).warnings
        let sameKey = "the store has the same key for content id other"
        #expect(warnings.contains { $0.contains(sameKey) }, "\(warnings)")
        #expect(warnings.contains { $0.contains("also names a key of title other") }, "\(warnings)")
    }

    /// If the key was given by the user, losing the race to another key is an error.
    @Test func aProvidedKeyThatLosesIsRefused() throws {
        let identity = try KeyIdentity("movie-42", "all")
        let store = fixture.store
        let racing = HookedKeyStore(store) { () throws(RunFailure) in
            _ = try store.findOrCreate([KeyDraft(identity: identity)])
        }
        let request = try KeyRequest(providedKey: KeyRequest.ProvidedKey(key: .random()))
        #expect(throws: RunFailure.contradiction(identity, field: "key")) {
            try KeyPlanner(request, store: racing).commit([Self.all])
        }
        #expect(try store.allRecords().count == 1)
    }

    /// Eight concurrent runs of one title agree on its keys.
    @Test func concurrentRunsAgree() async throws {
        let store = fixture.store
        let slots = (0..<3).map { KeySlot(track: "all", period: $0) }
        let plans = try await withThrowingTaskGroup(of: [UUID].self) { group in
            for _ in 0..<8 {
                group.addTask { @concurrent in
                    try KeyPlanner(KeyRequest(), store: store).commit(slots).ordered.map(\.keyID)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(plans.count == 8)
        #expect(Set(plans).count == 1)
        #expect(try store.allRecords().map(\.keyID) == plans.first)
    }
}
