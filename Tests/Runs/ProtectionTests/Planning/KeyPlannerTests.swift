import Ciphers
import Failures
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import Testing

@testable import Presentations
@testable import Protection

/// Keys of a title in a real store: found, minted, distinguished.
struct KeyPlannerTests {
    private let fixture: StoreFixture

    private static let all = KeySlot(track: "all", period: 0)
    private static let slots = [
        KeySlot(track: "audio", period: 0), KeySlot(track: "hd", period: 0), KeySlot(track: "hd", period: 1),
    ]

    init() throws { fixture = try StoreFixture() }

    private func planner(_ request: KeyRequest) -> KeyPlanner { KeyPlanner(request, store: fixture.store) }

    private func records(_ contentID: String = "movie-42") throws -> [KeyRecord] {
        try fixture.store.records(of: ContentID(contentID))
    }

    /// Stores signalling for the plan, as a run does before it encrypts.
    private func signal(_ plan: KeyPlan) throws {
        try fixture.store.addSignalling(
            plan.ordered.map {
                Signalling(keyID: $0.keyID, system: "identity", method: "aes-128", keyURI: $0.uri, tree: "/t")
            }
        )
    }

    // MARK: Minting and finding

    @Test func mintsEveryKeyOnce() throws {
        let plan = try planner(KeyRequest()).commit(Self.slots)
        #expect(
            plan.ordered.map(\.uri)
                == ["skd://movie-42/audio/0/1", "skd://movie-42/hd/0/1", "skd://movie-42/hd/1/1"]
        )
        #expect(plan.ordered.map(\.isNew) == [true, true, true])
        #expect(plan.warnings.isEmpty)
        let stored = try records()
        #expect(stored.map(\.keyID) == plan.ordered.map(\.keyID))
        #expect(stored.map(\.key.digits) == plan.ordered.map { $0.record.key.digits })
        #expect(Set(stored.map(\.key.digits)).count == 3)
        #expect(
            try stored.map(\.identity) == [
                KeyIdentity("movie-42", "audio"), KeyIdentity("movie-42", "hd"),
                KeyIdentity("movie-42", "hd", 1),
            ]
        )
    }

    @Test func findsKeysAgain() throws {
        let first = try planner(KeyRequest()).commit(Self.slots)
        try signal(first)
        let second = try planner(KeyRequest()).commit(Self.slots)
        #expect(second.ordered.map(\.keyID) == first.ordered.map(\.keyID))
        #expect(second.ordered.map(\.isNew) == [false, false, false])
        #expect(try records().count == 3)
    }

    @Test func aNewRenditionJoinsTheTitle() throws {
        let first = try planner(KeyRequest()).commit([Self.slots[1]])
        try signal(first)
        let second = try planner(KeyRequest()).commit(Self.slots)
        #expect(second.ordered.map(\.isNew) == [true, false, true])
        #expect(second.keys[Self.slots[1]]?.keyID == first.ordered.first?.keyID)
        #expect(try records().map(\.identity.generation) == [1, 1, 1])
    }

    // MARK: Generations

    @Test func mintsTheNextGeneration() throws {
        let first = try planner(KeyRequest()).commit([Self.all])
        try signal(first)
        let second = try planner(KeyRequest(isNewGeneration: true)).commit([Self.all])
        try signal(second)
        #expect(second.ordered.map(\.identity.generation) == [2])
        #expect(second.ordered.map(\.uri) == ["skd://movie-42/all/0/2"])
        #expect(first.ordered.first?.record.key != second.ordered.first?.record.key)
        // From now on the title uses the newer generation.
        let third = try planner(KeyRequest()).commit([Self.all])
        #expect(third.ordered.map(\.keyID) == second.ordered.map(\.keyID))
    }

    @Test func theFirstGenerationIsOne() throws {
        let plan = try planner(KeyRequest(isNewGeneration: true)).dryRun([Self.all])
        #expect(plan.ordered.map(\.identity.generation) == [1])
    }

    @Test func aGenerationIsOfTheWholeTitle() throws {
        try signal(try planner(KeyRequest()).commit(Self.slots))
        try signal(try planner(KeyRequest(isNewGeneration: true)).commit([Self.slots[0]]))
        let plan = try planner(KeyRequest()).commit(Self.slots)
        #expect(plan.ordered.map(\.identity.generation) == [2, 2, 2])
        #expect(plan.ordered.map(\.isNew) == [false, true, true])
    }

    @Test func aNewKeyUnderTheOldURIIsRefused() throws {
        let request = try KeyRequest(uri: "skd://{content_id}")
        try signal(try planner(request).commit([Self.all]))
        let error = RunFailure.keyURITaken(
            uri: "skd://movie-42",
            by: try KeyIdentity("movie-42", "all")
        )
        let next = planner(try KeyRequest(uri: "skd://{content_id}", isNewGeneration: true))
        #expect(throws: error) { try next.dryRun([Self.all]) }
        #expect(throws: error) { try next.commit([Self.all]) }
        #expect(try records().count == 1)
    }

    // MARK: URIs

    @Test func oneURIForTwoKeysIsRefused() throws {
        let planner = planner(try KeyRequest(uri: "https://user:pw@host/{content_id}?track={period}"))
        // The message does not repeat tokens.
        let shared = RunFailure.sharedKeyURI(
            uri: "https://…@host/movie-42?…",
            Self.slots[0],
            Self.slots[1]
        )
        #expect(throws: shared) { try planner.dryRun(Self.slots) }
        #expect(throws: shared) { try planner.commit(Self.slots) }
        #expect(try records().isEmpty)
    }

    @Test func aURIOfAnotherTitleIsAWarning() throws {
        try signal(try planner(KeyRequest("other", uri: "skd://same")).commit([Self.all]))
        let plan = try planner(KeyRequest(uri: "skd://same")).commit([Self.all])
        #expect(plan.warnings.count == 1)
        #expect(plan.warnings.first?.contains("title other") == true)
        #expect(try records("other").first?.keyID != plan.ordered.first?.keyID)
    }

    @Test func aTemplateThatFailsMintsNothing() throws {
        let planner = planner(try KeyRequest(uri: "skd://{content_id}/{unknown}"))
        let error = #expect(throws: RunFailure.self) { try planner.commit([Self.all]) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("--key-uri: column ") && text.contains("unknown"), "\(text)")
        #expect(try records().isEmpty)
    }

    @Test func aTrackThatIsTooLongMintsNothing() throws {
        let long = KeySlot(track: String(repeating: "x", count: 513), period: 0)
        let error = #expect(throws: RunFailure.self) { try planner(KeyRequest()).commit([Self.all, long]) }
        #expect(error?.kind == .invalidField)
        #expect(try records().isEmpty)
    }

    // MARK: Keys from outside

    @Test func takesAProvidedKey() throws {
        let keyID = try #require(UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff"))
        let provided = KeyRequest.ProvidedKey(
            key: try ContentKey(copying: Array(0x10...0x1F)),
            iv: try InitializationVector(bytes: Array(0x20...0x2F)),
            keyID: keyID
        )
        let request = try KeyRequest(uri: "skd://{key_id}", providedKey: provided)
        for isNew in [true, false] {
            let plan = try planner(request).commit([Self.all])
            #expect(plan.ordered.map(\.isNew) == [isNew])
            #expect(plan.ordered.map(\.uri) == ["skd://00112233-4455-6677-8899-aabbccddeeff"])
        }
        let record = try #require(try fixture.store.record(keyID: keyID))
        #expect(record.key.digits == "101112131415161718191a1b1c1d1e1f")
        #expect(record.iv.hexadecimal == "202122232425262728292a2b2c2d2e2f")
    }

    @Test(
        arguments: [
            ("another key", 0x11, 0x20, "00112233-4455-6677-8899-aabbccddeeff", "key"),
            ("another IV", 0x10, 0x21, "00112233-4455-6677-8899-aabbccddeeff", "initialization vector"),
        ] as [(String, UInt8, UInt8, String, String)]
    )
    func refusesAProvidedKeyThatIsNotTheStoredOne(
        name: String,
        key: UInt8,
        iv: UInt8,
        keyID: String,
        what: String
    ) throws {
        func request(_ key: UInt8, _ iv: UInt8) throws -> KeyRequest {
            let provided = KeyRequest.ProvidedKey(
                key: try ContentKey(copying: (0..<16).map { key + $0 }),
                iv: try InitializationVector(bytes: (0..<16).map { iv + $0 }),
                keyID: UUID(uuidString: keyID)
            )
            return try KeyRequest(providedKey: provided)
        }
        _ = try planner(request(0x10, 0x20)).commit([Self.all])
        let failure = RunFailure.contradiction(try KeyIdentity("movie-42", "all"), field: what)
        #expect(throws: failure, "\(name)") { try planner(request(key, iv)).commit([Self.all]) }
        #expect(try records().map(\.key.digits) == ["101112131415161718191a1b1c1d1e1f"])
    }

    /// A dry run shows nothing that the run would refuse.
    @Test func `A dry run refuses a given key that is not the stored one`() throws {
        _ = try planner(KeyRequest()).commit([Self.all])
        let request = try KeyRequest(providedKey: KeyRequest.ProvidedKey(key: .random()))
        let identity = try KeyIdentity("movie-42", "all")
        let error = RunFailure.contradiction(identity, field: "key")
        #expect(throws: error) { try planner(request).dryRun([Self.all]) }
        #expect(throws: error) { try planner(request).commit([Self.all]) }
    }

    @Test func refusesOneKeyForManySlots() throws {
        let provided = KeyRequest.ProvidedKey(key: .random())
        let planner = planner(try KeyRequest(providedKey: provided))
        #expect(throws: RunFailure.oneKeyForManySlots(Self.slots)) {
            try planner.dryRun(Self.slots)
        }
        #expect(throws: RunFailure.oneKeyForManySlots(Self.slots)) {
            try planner.commit(Self.slots)
        }
        #expect(try records().isEmpty)
    }
}
