/// What the keys of a store are for; part of the store from its making on.
package enum StoreKind: String, CaseIterable, Sendable {
    /// Keys of tests: commands that are told so (`--require-production`) refuse them.
    case test
    /// Keys of titles that are sold.
    case production
}
