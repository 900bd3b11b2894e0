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

    /// The values of its variables.
    @OptionGroup
    var values: TemplateVariableOptions

    /// Options as they are when none is given.
    init() {}

    /// True where a form of key URIs was given.
    var isGiven: Bool { template != nil || keyURI != nil || values.entitlementURL != nil }

    /// The options that are given.
    var given: [String] {
        [
            ("--template", template != nil), ("--key-uri", keyURI != nil),
            ("--entitlement-url", values.entitlementURL != nil), ("--set", !values.set.isEmpty),
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
}
