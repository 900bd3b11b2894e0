import Failures
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// Keys that a license server must have confirmed, and changes to them while media are encrypted.
struct ProvisioningTests {
    private let fixture: RunFixture
    private let record: KeyRecord

    /// Creates a title whose key `ksm` has confirmed.
    init() throws {
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"])],
            media: ["a.ts": 100_000]
        )
        self.fixture = fixture
        let store = fixture.keys.store
        let request = try Self.request(fixture)
        #expect(throws: RunFailure.self) { try fixture.run(request) }
        var keys: [ExportableKey] = []
        try store.forEachPendingKey(at: "ksm", of: nil) { keys.append($0) }
        try store.recordDelivery(of: keys.map(DeliveredKey.init), to: "ksm")
        record = try #require(try store.confirm(nil, at: "ksm").first)
    }

    private static func request(_ fixture: RunFixture) throws -> ProtectionRequest {
        var request = try fixture.request()
        request.requiredServer = "ksm"
        return request
    }

    @Test func aConfirmedKeyEncryptsAndTheLogSaysSoEachTime() throws {
        try fixture.run(Self.request(fixture))
        try fixture.run(Self.request(fixture))
        var uses: [String] = []
        try fixture.keys.store.forEachAuditEntry(through: .max) { entry, _ in
            if entry.action == .use { uses.append(entry.detail) }
        }
        #expect(uses.count { $0 == "1 key to encrypt \(fixture.directory.path)/out" } == 2)
        // The log has the media of the key only once.
        #expect(uses.count == 3)
    }

    @Test func aPolicyThatChangedMeanwhileHasToBeConfirmed() throws {
        let (store, record) = (fixture.keys.store, record)
        var stricter = KeyPolicyTerms()
        stricter.hdcp = "type-1"
        let terms = stricter
        let progress = HookedProgress(onBegin: {
            _ = try? store.changePolicy(of: [record.keyID]) { _ in terms }
        })
        #expect(throws: RunFailure.notProvisioned(licenseServer: "ksm", [record.identity])) {
            try fixture.run(Self.request(fixture), progress: progress)
        }
        #expect(try fixture.directory.names() == ["in"])
        #expect(try store.uses(of: record.keyID).isEmpty)
    }

    @Test(arguments: [true, false])
    func aKeyThatWasRevokedMeanwhileIsNotPublished(requires: Bool) throws {
        let (store, record) = (fixture.keys.store, record)
        let progress = HookedProgress(onBegin: { try? store.revoke([record.keyID], reason: "lost") })
        var request = try Self.request(fixture)
        request.requiredServer = requires ? "ksm" : nil
        #expect(throws: RunFailure.revoked(record.identity)) {
            try fixture.run(request, progress: progress)
        }
        #expect(try fixture.directory.names() == ["in"])
        #expect(try store.uses(of: record.keyID).isEmpty)
    }
}
