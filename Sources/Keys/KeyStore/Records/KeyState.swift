/// The state of a key: active or revoked.
package enum KeyState: String, CaseIterable, Sendable {
    /// The key may be used.
    case active
    /// The key protects nothing any more; license servers learn that from a tombstone (`keys revoke`).
    case revoked
}
