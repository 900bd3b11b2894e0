import Ciphers
import FoundationEssentials
import KeyStore
import KeyURITemplates
import Presentations
import ProtectionTerms

/// The key of one slot of a title: its record in the store, and its signalling in the playlists.
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

extension PlannedKey {
    /// Returns the signalling of the key, for its key record.
    ///
    /// - Parameters:
    ///   - method: the method of protection.
    ///   - scheme: the protection scheme of fMP4 (ISO/IEC 23001-7 section 10), `cbc-ts` for transport streams
    ///     and packed audio, or nil for whole segments.
    ///   - template: the name of the onboarding template, or nil.
    ///   - rules: the rules by which apps cut an asset id out of the key URI, or nil if unknown.
    ///   - tree: the path of the output directory.
    /// - Returns: one signalling for each key system and key URI.
    func signalling(
        _ method: ProtectionMethod,
        scheme: String?,
        template: String?,
        rules: [AssetIDRule]?,
        tree: String
    ) -> [Signalling] {
        allSignals.map { signal in
            Signalling(
                of: signal,
                keyID: keyID,
                method: method.rawValue,
                scheme: scheme,
                template: template,
                rules: rules,
                tree: tree
            )
        }
    }
}

extension KeyPlan {
    /// Returns the uses of the keys, for the key store.
    ///
    /// - Parameters:
    ///   - plan: the plan that was executed.
    ///   - digests: the media digests of the renditions, by rendition index.
    ///   - method: the method of protection.
    /// - Returns: one use for each rendition and each of its keys.
    /// - Throws: `KeyStoreError` for a name that the store does not accept.
    func uses(
        on plan: ProtectionPlan,
        _ digests: [Int: [UInt8]],
        by method: ProtectionMethod
    ) throws(KeyStoreError) -> [MediaUse] {
        var uses: [MediaUse] = []
        for (index, digest) in digests.sorted(by: { $0.key < $1.key }) {
            let resourceIndices = plan.layout.resources(ofRendition: index, in: plan.presentation)
            let slots = Set(resourceIndices.compactMap { plan.layout.resources[$0].protection.slot })
            for keyID in slots.sorted().compactMap({ keys[$0]?.keyID }) {
                uses.append(
                    try MediaUse(
                        keyID: keyID,
                        rendition: plan.presentation.renditions[index].name,
                        method: method.rawValue,
                        digest: digest
                    )
                )
            }
        }
        return uses
    }
}

extension KeyPlan {
    /// Returns the keys, with placeholder records for those not minted yet; these serve only to count bytes.
    func withPlaceholderRecords() throws(PresentationError) -> [KeySlot: PlannedKey] {
        var filled: [KeySlot: PlannedKey] = [:]
        for (slot, planned) in keys {
            filled[slot] = planned.record == nil ? try Self.placeholder(for: planned) : planned
        }
        return filled
    }

    private static func placeholder(for planned: PlannedKey) throws(PresentationError) -> PlannedKey {
        let record: KeyRecord
        do {
            record = KeyRecord(
                identity: planned.identity,
                keyID: planned.keyID,
                key: try ContentKey(copying: [UInt8](repeating: 0, count: 16)),
                iv: try InitializationVector(bytes: [UInt8](repeating: 0, count: 16)),
                createdAt: Date(timeIntervalSince1970: 0)
            )
        } catch {
            throw .fault(String(describing: error))
        }
        return PlannedKey(
            slot: planned.slot,
            identity: planned.identity,
            record: record,
            keyID: planned.keyID,
            signals: planned.signals,
            sessionSignals: planned.sessionSignals,
            isNew: planned.isNew
        )
    }
}
