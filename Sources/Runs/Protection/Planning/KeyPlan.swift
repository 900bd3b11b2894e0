package import FoundationEssentials
package import KeyStore
package import Presentations
import ProtectionTerms

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
    /// What its lines say, in the order of the key systems; at least one.
    package let signals: [KeySignal]
    /// What its session keys say where they came with the key; empty for session keys that say what its lines say.
    var sessionSignals: [KeySignal] = []
    /// Whether this run minted it.
    package let isNew: Bool

    /// Everything by which it is known, each once.
    var allSignals: [KeySignal] { signals + sessionSignals.filter { !signals.contains($0) } }

    /// The URI by which people know the key: that of the template where a key system has it.
    package var uri: String {
        (signals.first(where: \.system.hasTemplateURIs) ?? signals.first)?.uri ?? ""
    }
}

/// Which key each slot of a title gets.
package struct KeyPlan: Sendable {
    /// The keys by slot.
    package let keys: [KeySlot: PlannedKey]
    /// What the user should know and need not act on.
    package var warnings: [String]
    /// What is to be noted once the keys are used.
    var firstUse: FirstUseSinceRestoration?

    /// The keys in the order of their slots.
    package var ordered: [PlannedKey] {
        keys.values.sorted { $0.slot < $1.slot }
    }
}
