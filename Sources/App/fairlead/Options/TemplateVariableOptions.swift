import ArgumentParser
import KeyStore
import KeyURITemplates
import ProviderTemplates

/// The options for the variables of a template that is named elsewhere; they mean what they mean beside `--template`.
struct TemplateVariableOptions: ParsableArguments {
    /// The value of `{entitlement_url}`.
    @Option(
        name: .customLong("entitlement-url"),
        help: ArgumentHelp("The value of {entitlement_url}.", valueName: "url")
    )
    var entitlementURL: String?

    /// The values of other variables, each `NAME=VALUE`.
    @Option(
        help: ArgumentHelp("The value of another template variable; repeatable.", valueName: "name=value")
    )
    var set: [String] = []

    /// Options as they are when none is given.
    init() {}

    /// The variables that are the same for all keys of a title, as a command with `--template` has them.
    func variables(for contentID: ContentID, _ template: OnboardingTemplate) throws
        -> TemplateVariables
    {
        try options().variables(for: contentID, template)
    }

    /// The variables that do not depend on the title.
    func commonVariables(_ template: OnboardingTemplate) throws -> TemplateVariables {
        try options().commonVariables(template)
    }

    /// True where no variable is given.
    var isEmpty: Bool { entitlementURL == nil && set.isEmpty }

    private func options() throws -> TemplateOptions {
        let url = entitlementURL.map { ["--entitlement-url=" + $0] } ?? []
        return try TemplateOptions.parse(url + set.map { "--set=" + $0 })
    }
}
