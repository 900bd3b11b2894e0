import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

/// The key of one slot of a title: its record in the store, and its signaling in the playlists.
struct PlannedKey: Sendable {
    /// The slot that the key is for.
    let slot: KeySlot
    /// The identity of the key in the store: title, track, key period and generation.
    let identity: KeyIdentity
    /// The stored record, or nil in a dry run if the key is not minted yet.
    let record: KeyRecord?
    /// The key id; it may change when a key of a dry run is minted.
    let keyID: UUID
    /// The content of the key lines, at least one, in the order of the key systems.
    let signals: [KeySignal]
    /// The content of the session key lines that came with the key; if empty, they repeat `signals`.
    var sessionSignals: [KeySignal] = []
    /// Indicates whether this run adds the key to the store.
    let isNew: Bool

    /// The content of all key lines, without duplicates.
    var allSignals: [KeySignal] { signals + sessionSignals.filter { !signals.contains($0) } }

    /// The main key URI: the template's, else that of the first key system.
    var uri: String {
        (signals.first(where: \.system.hasTemplateURIs) ?? signals.first)?.uri ?? ""
    }
}

/// The keys of the slots of a title.
struct KeyPlan: Sendable {
    /// The keys by slot.
    let keys: [KeySlot: PlannedKey]
    /// The warnings for the user.
    var warnings: [String]
    /// The first use of the title since a restoration of the store, to be logged with the use, or nil.
    var firstUse: FirstUseSinceRestoration?

    /// The keys, in the order of their slots.
    var ordered: [PlannedKey] {
        keys.values.sorted { $0.slot < $1.slot }
    }
}
