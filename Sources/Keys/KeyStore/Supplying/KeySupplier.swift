package import Ciphers
package import Failures
package import FoundationEssentials
package import ProtectionTerms

/// The use that a key is requested for, as far as a key server is told.
package struct KeyRequirement: Hashable, Sendable {
    /// The media that a key protects.
    package enum Media: Hashable, Sendable {
        /// Video of these picture sizes, in pixels (width times height), or of all if nil.
        case video(pixels: ClosedRange<Int>?)
        /// Audio of these numbers of channels, or of all if nil.
        case audio(channels: ClosedRange<Int>?)
    }

    /// The identity of the key in the store.
    package let identity: KeyIdentity
    /// The media that the key protects; not empty.
    package let media: [Media]
    /// The method of the key's EXT-X-KEY, which determines the scheme and the length of the key.
    package let method: ProtectionMethod

    /// Creates a requirement from its parts.
    package init(identity: KeyIdentity, media: [Media], method: ProtectionMethod) {
        self.identity = identity
        self.media = media
        self.method = method
    }
}

/// Key lines that come with a key and are written unchanged: whole playlist lines, without line endings.
package struct SuppliedLines: Hashable, Sendable {
    /// The DASH-IF system id of the key system.
    package let systemID: UUID
    /// The lines for media playlists, `#EXT-X-KEY:...` and any that follow it; may be empty.
    package let media: [String]
    /// The lines for the multivariant playlist, `#EXT-X-SESSION-KEY:...`; may be empty.
    package let session: [String]

    /// Creates the key lines of one key system.
    package init(systemID: UUID, media: [String], session: [String]) {
        self.systemID = systemID
        self.media = media
        self.session = session
    }
}

/// A stored key from outside, with the lines that signal it.
package struct SuppliedKey: Sendable {
    /// The stored record.
    package let record: KeyRecord
    /// The lines of each key system; empty if the supplier gives none and a template renders the URI.
    package let lines: [SuppliedLines]

    /// Creates a supplied key from its parts.
    package init(record: KeyRecord, lines: [SuppliedLines]) {
        self.record = record
        self.lines = lines
    }
}

/// A source of keys that the store does not mint: a CPIX document or a key server.
package protocol KeySupplier: Sendable {
    /// The name for messages, without tokens or passwords.
    var label: String { get }

    /// The rules that select keys for media, or nil if options do.
    var selection: (any KeySelection)? { get }

    /// The DASH-IF ids of the key systems that the supplier gives key lines for, as far as known before a
    /// request.
    var signalledSystems: Set<UUID> { get }

    /// Returns keys for `requirements`, in their order, which are committed to `store` when this returns.
    ///
    /// Repeated calls return the same keys: a stored key is not requested again, and an answer that differs
    /// from what is stored is an error.
    ///
    /// - Parameters:
    ///   - requirements: the uses of the keys.
    ///   - systems: the DASH-IF ids of the key systems that are signalled.
    ///   - store: the store for the keys.
    /// - Returns: the stored keys.
    /// - Throws: `RunFailure`, for example `.keyServer`.
    func keys(
        for requirements: [KeyRequirement],
        systems: [UUID],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> [SuppliedKey]
}

extension KeyRecordStore {
    /// Returns the IV that a key server is asked to use with the key of a reserved id; the same for each
    /// request.
    package func requestedIV(ofReserved keyID: UUID) -> InitializationVector {
        .derived(from: mediaDigestKey, label: .requestedIV, context: [keyID.bytes])
    }
}

/// A key from a supplier that is to be stored under the id that was reserved for it.
package struct SuppliedKeyDraft: Sendable {
    /// The draft of the key; its `keyID`, `key` and `iv` are given.
    package let draft: KeyDraft
    /// The lines that came with the key.
    package let lines: [SuppliedLines]
    /// The reserved id under which the key was requested.
    ///
    /// It differs from that of the draft if the server may choose ids (SPEKE v1).
    let requestedID: UUID?

    /// Creates a supply from its parts; without a requested id, it is for the id of the draft.
    package init(draft: KeyDraft, lines: [SuppliedLines], requestedID: UUID? = nil) {
        self.draft = draft
        self.lines = lines
        self.requestedID = requestedID ?? draft.keyID
    }
}
