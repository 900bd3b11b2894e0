import Failures
import Foundation
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyStore

/// The state of keys at license servers.
struct ProvisioningTests {
    /// A step in the life of a key; after each, the state at two license servers is checked.
    enum Step: Sendable {
        case deliver, confirm, confirmByName, changePolicy, dropPolicy, addTree, addVendor, revoke
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [(step: Step, state: LicenseServerState, isPending: Bool)]
    }

    static let cases = [
        Case(
            testDescription: "delivered, then confirmed",
            steps: [(.deliver, .pending, true), (.confirm, .confirmed, false), (.confirm, .confirmed, false)]
        ),
        Case(
            testDescription: "confirmed without a delivery",
            steps: [(.confirm, .pending, true), (.confirmByName, .confirmed, false)]
        ),
        Case(
            testDescription: "a policy that changed after",
            steps: [
                (.confirmByName, .confirmed, false), (.changePolicy, .pending, true),
                (.deliver, .pending, true), (.confirm, .confirmed, false),
            ]
        ),
        Case(
            testDescription: "a policy that changed between delivery and confirmation",
            steps: [
                (.deliver, .pending, true), (.changePolicy, .pending, true), (.confirm, .pending, true),
                (.deliver, .pending, true), (.confirm, .confirmed, false),
            ]
        ),
        Case(
            testDescription: "another tree says nothing new, another vendor does",
            steps: [
                (.addVendor, .pending, true), (.confirmByName, .confirmed, false),
                (.addTree, .confirmed, false), (.addVendor, .confirmed, false),
            ]
        ),
        Case(
            testDescription: "a tombstone",
            steps: [
                (.confirmByName, .confirmed, false), (.revoke, .pending, true), (.deliver, .pending, true),
                (.confirm, .revoked, false), (.confirm, .revoked, false),
            ]
        ),
        Case(
            testDescription: "named, but it is the delivered record that was acknowledged",
            steps: [
                (.deliver, .pending, true), (.changePolicy, .pending, true), (.confirmByName, .pending, true),
                (.confirmByName, .confirmed, false),
            ]
        ),
        Case(
            testDescription: "changed, delivered and changed back: nobody knows which of both the target has",
            steps: [
                (.changePolicy, .pending, true), (.confirmByName, .confirmed, false),
                (.dropPolicy, .pending, true), (.changePolicy, .confirmed, false),
                (.dropPolicy, .pending, true), (.deliver, .pending, true), (.changePolicy, .pending, true),
                (.confirm, .pending, true), (.deliver, .pending, true), (.confirm, .confirmed, false),
            ]
        ),
        Case(testDescription: "revoked before anybody had it", steps: [(.revoke, .revoked, false)]),
        Case(
            testDescription: "revoked while it was on its way",
            steps: [
                (.deliver, .pending, true), (.revoke, .pending, true), (.confirm, .pending, true),
                (.deliver, .pending, true), (.confirm, .revoked, false),
            ]
        ),
    ]

    @Test(arguments: StoreBackend.allCases, cases)
    func `Targets have what was confirmed`(backend: StoreBackend, example: Case) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        for (index, step) in example.steps.enumerated() {
            let before = try store.licenseServerState(of: record.keyID, at: "ksm")
            let changed = try apply(step.step, to: record.keyID, in: store)
            let state = try store.licenseServerState(of: record.keyID, at: "ksm")
            #expect(state == step.state, "step \(index)")
            #expect(
                try store.pendingKeys(at: "ksm").map(\.record.keyID) == (step.isPending ? [record.keyID] : [])
            )
            if let changed { #expect(changed == (before == state ? [] : [record.keyID]), "step \(index)") }
        }
        let isRevoked = try store.state(of: record.keyID) == .revoked
        #expect(
            try store.licenseServerState(of: record.keyID, at: "other") == (isRevoked ? .revoked : .pending)
        )
    }

    private func apply(_ step: Step, to keyID: UUID, in store: SQLKeyStore) throws -> [UUID]? {
        switch step {
        case .deliver:
            try store.recordDelivery(of: store.exportableKeys(of: nil).map(DeliveredKey.init), to: "ksm")
        case .confirm: return try store.confirm(nil, at: "ksm").map(\.keyID)
        case .confirmByName: return try store.confirm([keyID], at: "ksm").map(\.keyID)
        case .dropPolicy: try store.setPolicy(KeyPolicyTerms(), of: [keyID])
        case .changePolicy: try store.setPolicy(PolicyTests.terms(), of: [keyID])
        case .addVendor, .addTree:
            let tree = step == .addVendor ? "/a" : "/b"
            try store.addSignalling([
                Signalling(
                    keyID: keyID,
                    system: "fairplay",
                    method: "sample-aes",
                    keyURI: "skd://a",
                    tree: tree
                )
            ])
        case .revoke: try store.revoke([keyID], reason: "lost")
        }
        return nil
    }

    @Test(arguments: StoreBackend.allCases)
    func `Many keys are given in order, whole or by title`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let count = 2 * SQLKeyStore.batchSize + 3
        let drafts = try (0..<count).map { index in
            KeyDraft(identity: try KeyIdentity(index.isMultiple(of: 2) ? "even" : "odd", "t\(index)"))
        }
        let records = try store.findOrCreate(drafts)
        let expected = records.map(\.identity).sorted()
        #expect(try store.pendingKeys(at: "ksm").map(\.record.identity) == expected)
        try store.recordDelivery(
            of: store.exportableKeys(of: ContentID("odd")).map(DeliveredKey.init),
            to: "ksm"
        )
        #expect(
            try store.confirm(nil, at: "ksm").map(\.identity)
                == expected.filter { $0.contentID.value == "odd" }
        )
        #expect(
            try store.pendingKeys(at: "ksm").map(\.record.identity)
                == expected.filter { $0.contentID.value == "even" }
        )
        var seen: [KeyIdentity] = []
        // The body may use the store.
        try store.forEachExportableKey(of: ContentID("odd")) { (key) throws(RunFailure) in
            if seen.count < 3 { try store.logAudit(.export, subject: "odd", detail: "\(seen.count)") }
            seen.append(key.record.identity)
        }
        #expect(seen == expected.filter { $0.contentID.value == "odd" })
    }

    @Test(arguments: StoreBackend.allCases)
    func `Unknown keys and targets without a name are refused`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        let unknown = UUID()
        #expect(throws: RunFailure.unknownKey(unknown)) { try store.confirm([unknown], at: "ksm") }
        #expect(throws: RunFailure.unknownKey(unknown)) {
            try store.licenseServerState(of: unknown, at: "ksm")
        }
        #expect(throws: RunFailure.self) { try store.confirm(nil, at: "") }
        #expect(throws: RunFailure.self) { try store.pendingKeys(at: "a\nb") }
        #expect(try fixture.sql("SELECT count(*) FROM key_server_states") == "0\n")
    }
}
