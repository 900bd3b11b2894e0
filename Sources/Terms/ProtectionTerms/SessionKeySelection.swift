/// Which keys a multivariant playlist announces (`--session-keys`).
package enum SessionKeySelection: String, CaseIterable, Sendable {
    /// None.
    case none
    /// The first key of each rendition, which a player needs to begin.
    case start
    /// All keys.
    case all
}
