import Ciphers
import Failures
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Keys of 16 and of 32 bytes in a real store: each method takes one length.
struct KeyLengthTests {
    private let fixture: StoreFixture
    private static let all = KeySlot(track: "all", period: 0)

    init() throws { fixture = try StoreFixture() }

    private func commit(_ request: KeyRequest, _ method: ProtectionMethod) throws -> KeyRecord {
        let planner = KeyPlanner(request, policy: ProtectionPolicy(method: method), store: fixture.store)
        return try #require(try planner.commit([Self.all]).ordered.first?.record)
    }

    private func use(_ record: KeyRecord) throws {
        let use = try MediaUse(
            keyID: record.keyID,
            rendition: "main",
            method: "any",
            digest: [UInt8](repeating: 7, count: 32)
        )
        try fixture.store.recordUses([use], reuse: .none, of: nil)
    }

    @Test(arguments: ProtectionMethod.allCases)
    func aMethodMintsKeysOfItsLength(method: ProtectionMethod) throws {
        let record = try commit(KeyRequest(), method)
        #expect(record.key.length.byteCount == (method == .aes256GCM ? 32 : 16))
        #expect(try commit(KeyRequest(), method).keyID == record.keyID)
    }

    @Test(arguments: [(ProtectionMethod.aes128, ProtectionMethod.aes256GCM), (.aes256GCM, .sampleAES)])
    func aKeyOfAnotherLengthIsRefused(first: ProtectionMethod, second: ProtectionMethod) throws {
        let record = try commit(KeyRequest(), first)
        try use(record)
        let expected = RunFailure.wrongKeyLength(
            record.identity,
            found: first.keyLength.byteCount,
            expected: second.keyLength.byteCount,
            method: second.rawValue
        )
        #expect(throws: expected) { _ = try commit(KeyRequest(), second) }
        #expect(expected.failureClass == .malformed)
        #expect("\(expected)".contains("--new-key") && "\(expected)".contains("--content-id"))
        // The two ways out that the message names: a new generation, and another title.
        let next = try commit(KeyRequest(isNewGeneration: true), second)
        #expect(next.identity.generation == 2)
        #expect(next.key.length == second.keyLength)
        #expect(try commit(KeyRequest("movie-43"), second).key.length == second.keyLength)
    }

    /// No key is minted next to one of another length, even for a slot that has no key yet.
    @Test(arguments: [(ProtectionMethod.aes128, ProtectionMethod.aes256GCM), (.aes256GCM, .sampleAES)])
    func aGenerationHasKeysOfOneLength(first: ProtectionMethod, second: ProtectionMethod) throws {
        let record = try commit(KeyRequest(), first)
        let planner = KeyPlanner(
            try KeyRequest(),
            policy: ProtectionPolicy(method: second),
            store: fixture.store
        )
        let slots = ["video", "audio"].map { KeySlot(track: $0, period: 0) }
        for plan in [planner.dryRun, planner.commit] {
            let error = #expect(throws: RunFailure.self) { _ = try plan(slots) }
            #expect(error?.failureClass == .malformed)
        }
        #expect(try fixture.store.allRecords().map(\.keyID) == [record.keyID])
    }

    /// `--new-key` takes an unused generation that exists already, unless its keys have the wrong length.
    @Test func anUnusedGenerationOfAnotherLengthIsNotTheNextOne() throws {
        _ = try commit(KeyRequest(), .aes128)
        let ahead = try fixture.store.findOrCreate([
            KeyDraft(identity: try KeyIdentity("movie-42", "all", generation: 2))
        ])
        #expect(try commit(KeyRequest(isNewGeneration: true), .aes128).keyID == ahead.first?.keyID)
        #expect(try commit(KeyRequest(isNewGeneration: true), .aes256GCM).identity.generation == 3)
        #expect(try commit(KeyRequest(isNewGeneration: true), .aes256GCM).identity.generation == 3)
    }

    /// The command line accepts no such key; here it is a fault, and nothing is stored.
    @Test func aGivenKeyOfAnotherLengthIsRefused() throws {
        let request = try KeyRequest(providedKey: .init(key: .random()))
        let error = #expect(throws: RunFailure.self) { _ = try commit(request, .aes256GCM) }
        #expect(error?.failureClass == .fault)
        #expect(try fixture.store.allRecords().isEmpty)
    }

    @Test func aDryRunRefusesToo() throws {
        _ = try commit(KeyRequest(), .aes128)
        let planner = KeyPlanner(
            try KeyRequest(),
            policy: ProtectionPolicy(method: .aes256GCM),
            store: fixture.store
        )
        #expect(throws: RunFailure.self) { _ = try planner.dryRun([Self.all]) }
    }
}
