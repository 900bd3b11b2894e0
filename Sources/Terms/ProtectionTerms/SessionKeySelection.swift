/// The keys that a multivariant playlist lists in EXT-X-SESSION-KEY (`--session-keys`).
package enum SessionKeySelection: String, CaseIterable, Sendable {
    /// No key.
    case none
    /// The first key of each rendition, which a player needs to start.
    case start
    /// All keys.
    case all
}
