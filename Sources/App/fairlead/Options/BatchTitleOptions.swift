import ArgumentParser
import CommandLineParts

/// The options of `batch` that apply to every title; they are parsed again for each title, from its
/// `TitleOptions`.
struct BatchTitleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder that no URI of a playlist may leave.", valueName: "dir")
    )
    var root: String?

    @Flag(help: "Package mezzanines in the clear.")
    var clear = false

    @OptionGroup(title: "Packaging")
    var packaging: PackagingOptions

    @OptionGroup
    var protecting: ProtectingOptions

    @Option(
        help: ArgumentHelp(
            "End a title with status 75 until `keys confirm` says that this license server has its keys.",
            valueName: "name"
        )
    )
    var requireProvisioned: LicenseServerArgument?

    func validate() throws {
        if packaging.jobFile != nil {
            throw ValidationError(
                "--job-file is an option of package (expected columns of the manifest). Leave it out"
            )
        }
    }
}
