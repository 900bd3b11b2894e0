import Foundation
import KeyStore

@testable import Presentations
@testable import Protection

extension KeyPlanner {
    /// Plans the keys of slots, as a dry run does.
    func dryRun(_ slots: [KeySlot]) throws -> KeyPlan {
        try plan(slots, among: store.keys(of: request.contentID))
    }

    /// Commits the keys of slots.
    func commit(_ slots: [KeySlot]) throws -> KeyPlan { try commit(slots, check: { _ in }) }
}

extension PlannedKey {
    var keyID: UUID { record.keyID }
    var identity: KeyIdentity { record.identity }
}
