import ArgumentParser
import CommandLineParts
import Failures
import KeyStore
import KeyURITemplates
import Presentations
import ProviderTemplates

/// The options for values of template variables.
struct TemplateVariableOptions: ParsableArguments {
    @Option(
        name: .customLong("entitlement-url"),
        help: ArgumentHelp("The value of {entitlement_url}.", valueName: "url")
    )
    var entitlementURL: String?

    @Option(
        help: ArgumentHelp("The value of another template variable; repeatable.", valueName: "name=value")
    )
    var set: [String] = []

    init() {}

    /// Indicates whether no variable is given.
    var isEmpty: Bool { entitlementURL == nil && set.isEmpty }

    /// Returns the variables that all keys of a title share.
    ///
    /// - Throws: `TemplateVariableError`; `RunFailure` for a variable that the template does not have.
    func variables(for contentID: ContentID, _ template: OnboardingTemplate) throws
        -> TemplateVariables
    {
        var variables = try commonVariables(template)
        try variables.set(.contentID, to: contentID.value)
        return try template.addingDefaults(to: variables)
    }

    /// Returns the variables that do not depend on the title, and hides secret ones in all later messages.
    func commonVariables(_ template: OnboardingTemplate) throws -> TemplateVariables {
        var variables = TemplateVariables()
        if let entitlementURL { try variables.setEntitlementURL(entitlementURL) }
        for assignment in set {
            try variables.assign(assignment)
            try checkUse(of: assignment.prefix { $0 != "=" }, in: template)
        }
        let secrets = template.variables.filter(\.rule.isSecret).compactMap { variables[$0.name]?.text }
        KeyURIRedaction.hide(secrets: secrets)
        return variables
    }

    /// Throws if the template has no such variable: the name is mistyped, and the default would be used
    /// silently.
    private func checkUse(of name: Substring, in template: OnboardingTemplate) throws {
        let known = template.settableNames
        guard !known.contains(String(name)) else { return }
        throw RunFailure(
            .usage,
            at: "--set",
            "the template has no variable \(name)",
            found: "it has \(known.joined(separator: ", "))",
            remedy: "Correct the name."
        )
    }
}
