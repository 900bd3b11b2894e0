import Ciphers
import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyStore

/// Many connections that do the same at once.
struct RaceTests {
    private static let runnerCount = 6
    private static let keyCount = 12

    /// Runs `body` concurrently, each time on a connection of its own, and returns the results.
    private func race<Value: Sendable & Hashable>(
        _ fixture: any BackendFixture,
        _ body: @escaping @Sendable (SQLKeyStore, Int) throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for index in 0..<Self.runnerCount {
                let store = try fixture.open()
                group.addTask { try body(store, index) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func identities() throws -> [KeyIdentity] {
        try (0..<Self.keyCount).map { try KeyIdentity("movie", "t\($0)") }
    }

    @Test(arguments: StoreBackend.allCases)
    func `Ids are reserved once, and one answer wins`(backend: StoreBackend) async throws {
        let (fixture, store) = try backend.makeStore()
        let identities = try identities()
        let reserved = try await race(fixture) { store, _ in
            try store.reserveKeyIDs(for: identities.shuffled(), from: "s").sorted {
                $0.uuidString < $1.uuidString
            }
        }
        #expect(Set(reserved).count == 1)
        let keyIDs = try store.reserveKeyIDs(for: identities, from: "s")
        let outcomes = try await race(fixture) { store, _ in
            let draft = KeyDraft(identity: identities[0], keyID: keyIDs[0], key: .random(), origin: .supplied)
            do throws(RunFailure) {
                return try store.store([SuppliedKeyDraft(draft: draft, lines: [])])[0].record.fingerprint
            } catch {
                guard error == .contradiction(identities[0], field: "key") else { throw error }
                return "lost"
            }
        }
        #expect(outcomes.count { $0 == "lost" } == Self.runnerCount - 1)
        let winner = try #require(outcomes.first { $0 != "lost" })
        #expect(try store.record(identities[0])?.fingerprint == winner)
    }

    @Test(arguments: StoreBackend.allCases)
    func `Versions of a policy are counted without gaps`(backend: StoreBackend) async throws {
        let (fixture, store) = try backend.makeStore()
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        _ = try await race(fixture) { store, index in
            for lease in 0..<5 {
                try store.setPolicy(PolicyTests.terms(100 * (index + 1) + lease), of: [record.keyID])
            }
            return index
        }
        #expect(try store.policy(of: record.keyID)?.version == 5 * Self.runnerCount)
        #expect(try AuditChain.verify(store).entryCount == 2 + 5 * Self.runnerCount)
    }

    @Test(arguments: StoreBackend.allCases)
    func `Terms that are changed at once are all there`(backend: StoreBackend) async throws {
        let (fixture, store) = try backend.makeStore()
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        _ = try await race(fixture) { store, index in
            _ = try store.changePolicy(of: [record.keyID]) { terms in
                var terms = terms
                switch index {
                case 0: terms.hdcp = "type-1"
                case 1: terms.securityLevel = "main"
                case 2: terms.contentType = "hd"
                case 3: terms.leaseSeconds = 1
                case 4: terms.rentalSeconds = 2
                default: terms.playbackSeconds = 3
                }
                return terms
            }
            return index
        }
        let terms = try #require(try store.policy(of: record.keyID)).terms
        #expect(
            terms.values.map(\.term)
                == [.hdcp, .securityLevel, .contentType, .lease, .rental, .playback]
        )
    }

    @Test(arguments: StoreBackend.allCases)
    func `A change is confirmed by one, and revoked once`(backend: StoreBackend) async throws {
        let (fixture, store) = try backend.makeStore()
        let keyIDs = try store.findOrCreate(identities().map { KeyDraft(identity: $0) }).map(\.keyID)
        try store.recordDelivery(of: store.exportableKeys(of: nil).map(DeliveredKey.init), to: "ksm")
        let changed = try await race(fixture) { store, _ in try store.confirm(nil, at: "ksm").count }
        #expect(changed.sorted() == Array(repeating: 0, count: Self.runnerCount - 1) + [Self.keyCount])
        _ = try await race(fixture) { store, index in
            try store.revoke(keyIDs.shuffled(), reason: "runner \(index)")
            return index
        }
        #expect(try store.pendingKeys(at: "ksm").count == Self.keyCount)
        #expect(try AuditChain.verify(store).entryCount == 1 + 3 * Self.keyCount)
    }

    @Test(arguments: StoreBackend.allCases)
    func `Writers beside a rewrapping either finish before it or are refused`(backend: StoreBackend)
        async throws
    {
        let (fixture, store) = try backend.makeStore()
        _ = try store.findOrCreate(identities().map { KeyDraft(identity: $0) })
        let new = KeyEncryptionKey.random()
        let refusal = RunFailure.wrongKeyEncryptionKey(
            path: store.label,
            found: fixture.kek.fingerprint,
            expected: new.fingerprint
        )
        let written = try await race(fixture) { store, index in
            if index == 0 {
                try store.rewrap(under: new)
                return 0
            }
            for count in 0..<20 {
                let identity = try KeyIdentity("new \(index)", "\(count)")
                do throws(RunFailure) {
                    _ = try store.findOrCreate([KeyDraft(identity: identity)])
                } catch {
                    guard error == refusal else { throw error }
                    return count
                }
            }
            return 20
        }
        let count = try fixture.open(kek: new).allRecords().count
        #expect(count == Self.keyCount + written.reduce(0, +))
    }
}
