import ArgumentParser
import KeyStore

/// What has to be so before keys are used.
struct KeyRequirementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "End with status 75, before anything is encrypted, until `keys confirm` says that this key server has the keys "
                + "as they are; asked again before the result is published.",
            valueName: "target"
        )
    )
    var requireProvisioned: TargetArgument?

    @OptionGroup
    var store: StoreRequirementOptions

    /// The options that are given.
    var given: [String] {
        (requireProvisioned == nil ? [] : ["--require-provisioned"]) + store.given
    }
}

/// What the key store has to be.
struct StoreRequirementOptions: ParsableArguments {
    @Flag(help: "Refuse a key store of tests.")
    var requireProduction = false

    /// The options that are given.
    var given: [String] { requireProduction ? ["--require-production"] : [] }

    /// The store, unless it is one of tests where that is refused.
    func checked(_ store: any KeyRecordStore) throws -> any KeyRecordStore {
        if requireProduction { try store.requireProduction() }
        return store
    }
}
