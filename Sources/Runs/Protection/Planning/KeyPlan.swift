import Failures
import FoundationEssentials
import KeyStore
import KeyURITemplates
import Presentations
import ProtectionTerms

/// The key of one slot of a title: its record, and its signalling in the playlists.
struct PlannedKey: Sendable {
    /// The relation of a key to the store.
    enum Status: Sendable {
        /// Not stored yet; another run may store another key first.
        case proposed
        /// Stored before this run.
        case stored
        /// Stored by this run.
        case minted
    }

    /// The slot that the key is for.
    let slot: KeySlot
    /// The record, stored or proposed.
    let record: KeyRecord
    let status: Status
    /// The content of the key lines, at least one, in the order of the key systems.
    let signals: [KeySignal]
    /// The content of the session key lines that came with the key; if empty, they repeat `signals`.
    var sessionSignals: [KeySignal] = []

    /// Indicates whether this run adds the key to the store.
    var isNew: Bool { status != .stored }

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
    private(set) var keys: [KeySlot: PlannedKey]
    /// The warnings for the user.
    var warnings: [String]
    /// The first use of the title since a restoration of the store, to be logged with the use, or nil.
    var firstUse: FirstUseSinceRestoration?

    /// The keys, in the order of their slots.
    var ordered: [PlannedKey] {
        keys.values.sorted { $0.slot < $1.slot }
    }

    /// Adds warnings that are not there yet.
    mutating func add(_ warnings: [String]) {
        self.warnings += warnings.filter { !self.warnings.contains($0) }
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
                keyID: record.keyID,
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
    /// - Throws: `RunFailure` for a name that the store does not accept.
    func uses(
        on plan: ProtectionPlan,
        _ digests: [Int: [UInt8]],
        by method: ProtectionMethod
    ) throws(RunFailure) -> [MediaUse] {
        var uses: [MediaUse] = []
        for (index, digest) in digests.sorted(by: { $0.key < $1.key }) {
            let slots = plan.media.slots(ofRendition: index, in: plan.presentation)
            for keyID in slots.compactMap({ keys[$0]?.record.keyID }) {
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
