import ArgumentParser
import CommandLineParts
import KeyStore
import KeyURITemplates
import Presentations
import ProviderTemplates

/// The options for the form of the key URIs: `--template`, `--key-uri`, and the variables of both.
struct TemplateOptions: ParsableArguments {
    /// The name or the file of the template.
    @Option(
        help: ArgumentHelp(
            "An onboarding template: a name, or a YAML file. Default: content-id.",
            valueName: "name or file"
        )
    )
    var template: String?

    /// The key URI that goes before that of the template.
    @Option(help: ArgumentHelp("The key URI, instead of the template's.", valueName: "template"))
    var keyURI: String?

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

    /// True where a form of key URIs was given.
    var isGiven: Bool { template != nil || keyURI != nil || entitlementURL != nil }

    /// The options that are given.
    var given: [String] {
        [
            ("--template", template != nil), ("--key-uri", keyURI != nil),
            ("--entitlement-url", entitlementURL != nil), ("--set", !set.isEmpty),
        ].filter(\.1).map(\.0)
    }

    /// The file of the template; nil for a name.
    var file: String? { template.flatMap { OnboardingTemplate.isFile($0) ? $0 : nil } }

    /// The template with the key URI of the command line, if there is one.
    ///
    /// - Throws: `OnboardingTemplateError`, `KeyURITemplateError`.
    func onboardingTemplate() throws -> OnboardingTemplate {
        let found = try TemplateCache.find(template ?? "content-id")
        guard let keyURI else { return found }
        return found.replacing(keyURI: try KeyURITemplate(parsing: keyURI))
    }

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
