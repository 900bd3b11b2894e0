import ArgumentParser
import CommandLineParts
import KeyStore
import KeyURITemplates
import Presentations
import ProviderTemplates

/// The options for the variables of a template, beside `--template` or of one that is named elsewhere.
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

    /// True where no variable is given.
    var isEmpty: Bool { entitlementURL == nil && set.isEmpty }

    /// The variables that are the same for all keys of a title.
    ///
    /// - Throws: `TemplateVariableError`; `CommandFailure` for a variable that the template does not have.
    func variables(for contentID: ContentID, _ template: OnboardingTemplate) throws
        -> TemplateVariables
    {
        var variables = try commonVariables(template)
        try variables.set(.contentID, to: contentID.value)
        return try template.completing(variables)
    }

    /// The variables that do not depend on the title; no message shows those that are secrets from now on.
    func commonVariables(_ template: OnboardingTemplate) throws -> TemplateVariables {
        var variables = TemplateVariables()
        if let entitlementURL { try variables.setEntitlementURL(entitlementURL) }
        for assignment in set {
            try variables.assign(assignment)
            try checkUse(of: assignment.prefix { $0 != "=" }, in: template)
        }
        let secrets = template.variables.filter(\.rule.isSecret).compactMap { variables[$0.name]?.text }
        KeyURIText.hide(secrets: secrets)
        return variables
    }

    /// A variable that the template does not have is a slip of the pen, and the default would be used in silence.
    private func checkUse(of name: Substring, in template: OnboardingTemplate) throws {
        let known = template.settableNames
        guard !known.contains(String(name)) else { return }
        throw CommandFailure(
            .usage,
            "--set: the template has no variable \(name) (it has \(known.joined(separator: ", "))). Correct the name."
        )
    }
}
