import ArgumentParser
package import KeyStore

/// The option for what the key store has to be.
package struct StoreRequirementOptions: ParsableArguments {
    /// True where a store of tests is refused.
    @Flag(help: "Refuse a key store of tests.")
    package var requireProduction = false

    /// Options as they are when none is given.
    package init() {}

    /// The options that are given.
    package var given: [String] { requireProduction ? ["--require-production"] : [] }

    /// The store, unless it is one of tests where that is refused.
    ///
    /// - Throws: `KeyStoreError` for that one.
    package func checked(_ store: any KeyRecordStore) throws -> any KeyRecordStore {
        if requireProduction { try store.requireProduction() }
        return store
    }
}
