package import ProtectionTerms

/// A key from outside, with the data that came with it.
package struct ImportedKey: Sendable {
    /// The draft with the key and its new identity; without a key for a tombstone.
    package let draft: KeyDraft
    /// The signalling of the key, whose key ids are those of the draft, or meaningless if the draft has none.
    package let signalling: [Signalling]
    /// The terms of the policy, or nil if none came with the key.
    ///
    /// A policy that is already stored stays as it is.
    package let terms: KeyPolicyTerms?
    /// The state of the key.
    package let state: KeyState
    /// The playlist lines that came with the key.
    package let lines: [SuppliedLines]

    /// Creates an imported key from its parts.
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
