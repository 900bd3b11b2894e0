package import KeyStore

/// A key from a file with what the file says beside it.
package struct ImportedKey: Sendable {
    /// The key, under the identity that it is to have; without a key for a tombstone.
    package let draft: KeyDraft
    /// How it was signalled; the key id is that of the draft, or none that means anything where the draft has none.
    package let signalling: [Signalling]
    /// What its policy demands; nil where the file says nothing.
    package let terms: KeyPolicy.Terms?
    /// Whether it may be used.
    package let state: KeyState
    /// Lines for playlists that came with it.
    package let lines: [SuppliedLines]
}

/// What a file of keys holds.
package struct KeyImport: Sendable {
    /// The keys in the order of the file, each once.
    package let keys: [ImportedKey]
    /// What is odd about them, for people; never a key byte.
    package let warnings: [String]
}
