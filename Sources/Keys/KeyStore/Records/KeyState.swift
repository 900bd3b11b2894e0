/// Whether a key may be used.
package enum KeyState: String, CaseIterable, Sendable {
    /// It may.
    case active
    /// Nothing is protected with it any more, and key servers are told so with a tombstone (`keys revoke`).
    case revoked
}
