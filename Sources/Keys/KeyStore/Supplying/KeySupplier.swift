package import Ciphers
package import FoundationEssentials
package import ProtectionTerms

/// What a key is to be for, as far as a key server is told.
package struct KeyRequirement: Hashable, Sendable {
    /// Media that the key is to protect.
    package enum Media: Hashable, Sendable {
        /// Pictures of these sizes, in pixels (width times height); nil for all.
        case video(pixels: ClosedRange<Int>?)
        /// Sound of these numbers of channels; nil for all.
        case audio(channels: ClosedRange<Int>?)
    }

    /// Who the key is in the store.
    package let identity: KeyIdentity
    /// What it protects; not empty.
    package let media: [Media]
    /// How it protects them: that of the key's lines, which says the scheme and how long the key has to be.
    package let method: ProtectionMethod

    /// A requirement from its parts.
    package init(identity: KeyIdentity, media: [Media], method: ProtectionMethod) {
        self.identity = identity
        self.media = media
        self.method = method
    }
}

/// Key lines that come with a key, to be written as they are: whole lines of a playlist, without line endings.
package struct SuppliedLines: Hashable, Sendable {
    /// DASH-IF system id of the key system.
    package let systemID: UUID
    /// `#EXT-X-KEY:...` (and what may follow it) for media playlists; empty for none.
    package let media: [String]
    /// `#EXT-X-SESSION-KEY:...` for the multivariant playlist; empty for none.
    package let session: [String]

    /// Lines from their parts.
    package init(systemID: UUID, media: [String], session: [String]) {
        self.systemID = systemID
        self.media = media
        self.session = session
    }
}

/// A key from outside, in the store, with the lines that signal it.
package struct SuppliedKey: Sendable {
    /// The stored record.
    package let record: KeyRecord
    /// One for each key system; empty where the supplier gives none and a template makes the URI.
    package let lines: [SuppliedLines]

    /// A key from its parts.
    package init(record: KeyRecord, lines: [SuppliedLines]) {
        self.record = record
        self.lines = lines
    }
}

/// Where keys come from that the store does not mint: a CPIX document, a key server.
package protocol KeySupplier: Sendable {
    /// Names it in messages, without tokens or passwords.
    var label: String { get }

    /// Which key protects what; nil where options say it.
    var selection: (any KeySelection)? { get }

    /// DASH-IF ids of the key systems that its keys are signalled for by itself, as far as it is known before keys are asked for.
    var signalledSystems: Set<UUID> { get }

    /// Keys for `requirements`, in their order, committed to `store` when this returns.
    ///
    /// Asked again, it gives the same: what the store has is not asked for twice, and an answer that differs from what
    /// is stored is an error.
    ///
    /// - Parameters:
    ///   - requirements: the keys that are wanted.
    ///   - systems: DASH-IF ids of the key systems that are signalled.
    ///   - store: what remembers them.
    /// - Returns: the stored keys.
    /// - Throws: `KeyStoreError`, `.keyServer` among them.
    func keys(
        for requirements: [KeyRequirement],
        systems: [UUID],
        in store: any KeyRecordStore
    ) throws(KeyStoreError) -> [SuppliedKey]
}

extension KeyRecordStore {
    /// The IV that a key server is asked to take for the key that it is asked for under a reserved id: the same at each attempt.
    package func requestedIV(ofReserved keyID: UUID) -> InitializationVector {
        .derived(from: mediaDigestKey, label: .requestedIV, context: [keyID.bytes])
    }
}

/// An answer to be stored: a key under the id that was reserved for it.
package struct KeySupply: Sendable {
    /// The key, its id and vector; `KeyDraft.keyID`, `key` and `iv` are given.
    package let draft: KeyDraft
    /// The lines that came with it.
    package let lines: [SuppliedLines]
    /// The reserved id under which the key was asked for; another than the draft's where the server may choose (SPEKE v1).
    package let requestedID: UUID?

    /// An answer from its parts; it is for the id in the draft unless another one was asked for.
    package init(draft: KeyDraft, lines: [SuppliedLines], requestedID: UUID? = nil) {
        self.draft = draft
        self.lines = lines
        self.requestedID = requestedID ?? draft.keyID
    }
}
