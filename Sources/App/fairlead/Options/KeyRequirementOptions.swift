import ArgumentParser
import CommandLineParts

/// The options for requirements on keys before they are used.
struct KeyRequirementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "End with status 75, before anything is encrypted, until `keys confirm` says that this license server has the "
                + "current version of the keys; checked again before the result is published.",
            valueName: "name"
        )
    )
    var requireProvisioned: LicenseServerArgument?

    @OptionGroup
    var store: StoreRequirementOptions

    /// The options that are given.
    var givenOptions: [String] {
        (requireProvisioned == nil ? [] : ["--require-provisioned"]) + store.givenOptions
    }
}
