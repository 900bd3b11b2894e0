/// What a key server (a "target": any name that its users agree on) is known to have of a key.
package enum KeyServerState: String, CaseIterable, Sendable {
    /// Nothing, or something older than what the store says now.
    case pending
    /// The record as it is now, by `keys confirm`.
    case confirmed
    /// The tombstone of a revoked key, by `keys confirm`.
    case revoked
}
