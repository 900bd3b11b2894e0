/// The origin of a key in a store.
package enum KeyOrigin: String, CaseIterable, Sendable {
    /// Generated at random.
    case minted
    /// Derived from a master secret (`--derive-from`).
    case derived
    /// Given by the user: `--key-file`, `keys import`.
    case imported
    /// Supplied by a key server (`--key-server`).
    case supplied
}
