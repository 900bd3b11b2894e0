import ArgumentParser
import Failures
package import KeyStore

/// The option for required properties of the key store.
package struct StoreRequirementOptions: ParsableArguments {
    /// Indicates whether test stores are refused.
    @Flag(help: "Refuse a test key store.")
    package var requireProduction = false

    /// Creates options with default values.
    package init() {}

    /// The options that are given.
    package var givenOptions: [String] { requireProduction ? ["--require-production"] : [] }

    /// Returns the store, unless it is a test store and these are refused.
    ///
    /// - Throws: `RunFailure` for a refused store.
    package func checked(_ store: any KeyRecordStore) throws -> any KeyRecordStore {
        if requireProduction { try store.requireProduction() }
        return store
    }
}
