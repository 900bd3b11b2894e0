/// The state of a key at a license server ("target": any name that its users agree on), as far as the store
/// knows.
package enum LicenseServerState: String, CaseIterable, Sendable {
    /// The server does not have the key, or an older record of it.
    case pending
    /// The server has the present record, according to `keys confirm`.
    case confirmed
    /// The key is revoked, and the server has its tombstone, according to `keys confirm`, or never got the
    /// key.
    case revoked
}
