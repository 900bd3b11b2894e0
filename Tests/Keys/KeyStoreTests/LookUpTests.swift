import Foundation
import GRDB
import KeyStoreFixtures
import Synchronization
import Testing

@testable import KeyStore

/// Lookups stay fast in a store of a million keys.
struct LookUpTests {
    @Test func `No look-up reads a whole table`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        let statements = Mutex<Set<String>>([])
        let queue = try fixture.queue(of: store)
        queue.inDatabase { connection in
            connection.trace { event in statements.withLock { _ = $0.insert("\(event)") } }
        }
        try useAll(store, record)
        queue.inDatabase { $0.trace(options: []) }
        let selections = statements.withLock { $0.filter { $0.hasPrefix("SELECT") } }
        #expect(selections.count > 15)
        // A query plan does not depend on the arguments.
        for sql in selections {
            let plan = try queue.read { connection in
                try Row.fetchAll(
                    connection,
                    sql: "EXPLAIN QUERY PLAN " + sql,
                    arguments: StatementArguments(sql.filter { $0 == "?" }.map { _ in 1 })
                )
                .map { $0["detail"] as String }
            }
            // The log is read from its newest entry, and `store` has one row.
            let scans = plan.filter {
                $0.hasPrefix("SCAN") && !["SCAN store", "SCAN audit_log"].contains($0)
            }
            #expect(scans.isEmpty, "\(sql)")
        }
    }

    private func useAll(_ store: SQLKeyStore, _ record: KeyRecord) throws {
        let keyID = record.keyID
        _ = try store.record(record.identity)
        _ = try store.record(keyID: keyID)
        _ = try store.records(of: record.identity.contentID)
        _ = try store.latestGeneration(of: record.identity.contentID)
        _ = try store.firstUseSinceRestoration(of: record.identity.contentID)
        _ = try store.keys(signalledAs: "skd://movie")
        _ = try store.keys(withSameKeyAs: record.key)
        _ = try store.findOrCreate([
            KeyDraft(identity: record.identity), KeyDraft(identity: KeyIdentity("new")),
        ])
        try store.addSignalling([Signalling(keyID: keyID, system: "s", method: "m", keyURI: "u", tree: "/")])
        _ = try store.signalling(of: keyID)
        let digest = [UInt8](repeating: 0, count: 32)
        try store.recordUses(
            [MediaUse(keyID: keyID, rendition: "v", method: "m", digest: digest)],
            reuse: .none
        )
        _ = try store.uses(of: keyID)
        try store.setPolicy(PolicyTests.terms(), of: [keyID])
        _ = try store.policy(of: keyID)
        _ = try store.state(of: keyID)
        _ = try store.licenseServerState(of: keyID, at: "ksm")
        try store.recordDelivery(of: store.exportableKeys(of: nil).map(DeliveredKey.init), to: "ksm")
        _ = try store.confirm(nil, at: "ksm")
        _ = try store.pendingKeys(at: "ksm")
        _ = try store.exportableKeys(of: record.identity.contentID)
        _ = try store.reserveKeyIDs(for: [KeyIdentity("more")], from: "s")
        _ = try store.store([SuppliedKeyDraft(draft: KeyDraft(identity: record.identity), lines: [])])
        _ = try store.suppliedLines(of: keyID)
        try store.revoke([keyID], reason: "lost")
    }
}
