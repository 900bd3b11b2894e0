import Ciphers
import Failures
import Foundation
import KeyStore
import KeyURITemplates
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Key URIs that contain the IV of the key record, and key URIs without an asset id.
struct TemplateURITests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private static let slots = (0..<3).map { KeySlot(track: "all", period: $0) }

    @Test func theVectorIsTheRecords() throws {
        let request = try KeyRequest(uri: "skd://{iv}")
        let planner = KeyPlanner(request, store: fixture.store)
        // Before minting, each key has a placeholder IV of its own.
        #expect(Set(try planner.dryRun(Self.slots).ordered.map(\.uri)).count == 3)
        for _ in 1...2 {
            let keys = try planner.commit(Self.slots).ordered
            #expect(keys.map(\.uri) == keys.map { "skd://" + $0.record.iv.hexadecimal })
        }
        let records = try fixture.store.records(of: ContentID("movie-42"))
        #expect(
            try planner.dryRun(Self.slots).ordered.map(\.uri) == records.map { "skd://" + $0.iv.hexadecimal }
        )
    }

    @Test func aGivenVectorIsKnownBefore() throws {
        let key = KeyRequest.ProvidedKey(
            key: try ContentKey(copying: Array(0..<16)),
            iv: try InitializationVector(bytes: Array(0xF0...0xFF))
        )
        let planner = KeyPlanner(
            try KeyRequest(uri: "skd://{iv|upper}", providedKey: key),
            store: fixture.store
        )
        let plan = try planner.dryRun([Self.slots[0]])
        #expect(plan.ordered.map(\.uri) == ["skd://F0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"])
    }

    @Test(
        arguments: [
            (.fairPlay, "skd://movie", [.host], true), (.fairPlay, "skd://m", [.host], false),
            (.fairPlay, "skd://m", [.host, .whole], true), (.fairPlay, "https://movie", [.whole], false),
            (.fairPlay, "skd://movie", [], true), (.fairPlay, "skd://a%20b", [.hostAsWritten], true),
            (.fairPlay, "skd://movie", [.hostAsWritten], true),
            (.fairPlay, "skd://x?q=%41", [.query("q")], false),
            (.fairPlay, "skd://x?q=%41", [.queryAsWritten("q")], true),
            (.identity, "https://movie", [.host], true), (.identity, "skd:movie", [.host], false),
        ] as [(KeySystem, String, [AssetIDRule], Bool)]
    )
    func assetIDs(system: KeySystem, uri: String, rules: [AssetIDRule], isThere: Bool) throws {
        guard !isThere else { return try TemplateURI.checkAssetID(in: uri, of: system, rules) }
        let error = #expect(throws: RunFailure.self) {
            try TemplateURI.checkAssetID(in: uri, of: system, rules)
        }
        #expect(error == .noAssetID(uri: uri, rules: rules.map(\.name), options: []))
        #expect(error?.failureClass == .usage)
        #expect(error?.description.hasSuffix(".") == true)
    }
}
