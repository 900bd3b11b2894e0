package import Foundation
package import KeyStore

/// The key of one slot of a title: what the store holds, and the URI that names it in the playlists.
package struct PlannedKey: Sendable {
    /// The slot that it fills.
    package let slot: KeySlot
    /// Who it is in the store.
    package let identity: KeyIdentity
    /// The stored record; nil in a dry run for a key that is not minted yet.
    package let record: KeyRecord?
    /// The id of the key; one that is not minted yet may get another.
    package let keyID: UUID
    /// The URI as it is written.
    package let uri: String
    /// Whether this run minted it.
    package let isNew: Bool
}

/// Which key each slot of a title gets.
package struct KeyPlan: Sendable {
    /// The keys by slot.
    package let keys: [KeySlot: PlannedKey]
    /// What the user should know and need not act on.
    package let warnings: [String]

    /// The keys in the order of their slots.
    package var ordered: [PlannedKey] {
        keys.values.sorted { $0.slot < $1.slot }
    }
}
