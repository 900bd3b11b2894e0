package import ProtectionTerms

/// A key from outside with what is said of it.
package struct ImportedKey: Sendable {
    /// The key, under the identity that it is to have; without a key for a tombstone.
    package let draft: KeyDraft
    /// How it was signalled; the key id is that of the draft, or none that means anything where the draft has none.
    package let signalling: [Signalling]
    /// What its policy demands; nil where nothing was said.
    ///
    /// A policy that is stored stays as it is.
    package let terms: KeyPolicyTerms?
    /// Whether it may be used.
    package let state: KeyState
    /// Lines for playlists that came with it.
    package let lines: [SuppliedLines]

    /// A key from its parts.
    package init(
        draft: KeyDraft,
        signalling: [Signalling],
        terms: KeyPolicyTerms?,
        state: KeyState,
        lines: [SuppliedLines]
    ) {
        self.draft = draft
        self.signalling = signalling
        self.terms = terms
        self.state = state
        self.lines = lines
    }
}
