import Failures
import Foundation
import KeyStore
import KeySystems
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Keys with one URI for each key system.
struct KeyPlannerSystemTests {
    private let fixture: StoreFixture
    private static let slots = [KeySlot(track: "audio", period: 0), KeySlot(track: "hd", period: 0)]

    init() throws { fixture = try StoreFixture() }

    private func planner(
        _ uri: String,
        _ systems: [KeySystem]?,
        _ method: ProtectionMethod = .sampleAES,
        isNewGeneration: Bool = false
    ) throws -> KeyPlanner {
        var policy = ProtectionPolicy()
        policy.method = method
        policy.keySystems = systems
        return KeyPlanner(
            try KeyRequest(uri: uri, isNewGeneration: isNewGeneration),
            policy: policy,
            store: fixture.store
        )
    }

    private func signal(_ plan: KeyPlan) throws {
        let rows = plan.ordered.flatMap { key in
            key.signals.map {
                Signalling(
                    of: $0,
                    keyID: key.keyID,
                    method: "sample-aes",
                    scheme: nil,
                    template: nil,
                    rules: nil,
                    tree: "/t"
                )
            }
        }
        try fixture.store.addSignalling(rows)
    }

    @Test func eachSystemHasItsURI() throws {
        let plan = try planner("skd://{track}", [.fairPlay, .widevine, .playReady]).commit(Self.slots)
        for key in plan.ordered {
            #expect(key.uri == "skd://\(key.slot.track)")
            #expect(key.signals.map(\.system) == [.fairPlay, .widevine, .playReady])
            let ids = key.signals.map { KeyURIDocument.keyIDs(inKeyURI: $0.uri) }
            #expect(ids == [[], [key.keyID], [key.keyID]])
        }
    }

    /// A template with one URI for two keys does not matter to key systems whose URIs are data URIs.
    @Test func documentsNeedNoTemplate() throws {
        let plan = try planner("skd://one", [.widevine, .playReady]).commit(Self.slots)
        #expect(Set(plan.ordered.flatMap(\.signals).map(\.uri)).count == 4)
        let other = try planner("skd://{nothing}", [.widevine]).commit(Self.slots)
        #expect(other.ordered.map(\.keyID) == plan.ordered.map(\.keyID))
        let byDefault = try planner("skd://one", nil, .sampleAESCTR).dryRun(Self.slots)
        #expect(
            byDefault.ordered.flatMap(\.signals).map(\.system.name) == [
                "widevine", "playready", "widevine", "playready",
            ]
        )
    }

    @Test(arguments: [[KeySystem.fairPlay, .widevine], [.widevine, .identity]])
    func twoKeysOfOneURIAreRefusedInTheSystemThatHasIt(systems: [KeySystem]) throws {
        #expect(
            throws: RunFailure.sharedKeyURI(uri: "skd://one", Self.slots[0], Self.slots[1])
        ) {
            try planner("skd://one", systems).commit(Self.slots)
        }
        #expect(try fixture.store.allRecords().isEmpty)
    }

    @Test func aURIOfAnotherKeyOfTheTitleIsRefused() throws {
        let first = try planner("skd://{track}", [.fairPlay, .widevine]).commit([Self.slots[0]])
        try signal(first)
        try fixture.store.recordUses(
            [
                MediaUse(
                    keyID: first.ordered[0].keyID,
                    rendition: "v",
                    method: "sample-aes",
                    digest: [UInt8](repeating: 1, count: 32)
                )
            ],
            reuse: .none
        )
        let identity = first.ordered[0].identity
        #expect(throws: RunFailure.keyURITaken(uri: "skd://audio", by: identity)) {
            try planner("skd://{track}", [.widevine, .identity], isNewGeneration: true).commit([Self.slots[0]]
            )
        }
        // Data URIs name the new key without a template.
        let second = try planner("skd://{track}", [.widevine], isNewGeneration: true).commit([Self.slots[0]])
        #expect(second.ordered[0].identity.generation == 2)
        try signal(second)
    }

    /// The PlayReady checksum is that of the committed key, and later runs give the same URIs.
    @Test func runsGiveTheSameURIs() throws {
        let first = try planner("skd://a", [.playReady], .sampleAESCTR).commit(Self.slots)
        try signal(first)
        let second = try planner("skd://a", [.playReady], .sampleAESCTR).commit(Self.slots)
        let third = try planner("skd://a", [.playReady], .sampleAESCTR).dryRun(Self.slots)
        #expect(first.ordered.map(\.signals) == second.ordered.map(\.signals))
        #expect(first.ordered.map(\.signals) == third.ordered.map(\.signals))
        for key in first.ordered {
            let uri = try #require(DataURI(parsing: key.uri))
            let header = try #require(try PlayReadyObject(parsing: uri.bytes[...]).headers().first)
            let record = key.record
            #expect(
                header.keys.map(\.checksum) == [
                    try PlayReadyChecksum.bytes(keyID: key.keyID, key: record.key)
                ]
            )
        }
    }
}
