/// How a key came into a store.
package enum KeyOrigin: String, CaseIterable, Sendable {
    /// Drawn from the system's random number generator.
    case minted
    /// Derived from a master secret (`--derive-from`).
    case derived
    /// Given: `--key-file`, `keys import`.
    case imported
    /// Asked of a key server (`--key-server`).
    case supplied
}
