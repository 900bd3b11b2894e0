import ArgumentParser
import CommandLineParts
import KeyURITemplates
import Presentations
import ProviderTemplates

/// The options for key URIs: `--template`, `--key-uri`, and the variables of both.
struct TemplateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An onboarding template: a name, or a YAML file. Default: content-id.",
            valueName: "name or file"
        )
    )
    var template: String?

    @Option(help: ArgumentHelp("The key URI, instead of the template's.", valueName: "template"))
    var keyURI: String?

    @OptionGroup
    var values: TemplateVariableOptions

    init() {}

    /// Indicates whether the form of key URIs is given.
    var isGiven: Bool { template != nil || keyURI != nil || values.entitlementURL != nil }

    /// The options that are given.
    var givenOptions: [String] {
        [
            ("--template", template != nil), ("--key-uri", keyURI != nil),
            ("--entitlement-url", values.entitlementURL != nil), ("--set", !values.set.isEmpty),
        ].filter(\.1).map(\.0)
    }

    /// The path of the template, or nil if it is named without a path.
    var file: String? { template.flatMap { OnboardingTemplate.isFile($0) ? $0 : nil } }

    /// Returns the template, with the key URI of the command line if there is one.
    ///
    /// - Throws: `OnboardingTemplateError`, `TemplateError`.
    func onboardingTemplate() throws -> OnboardingTemplate {
        let namedTemplate = try TemplateCache.find(template ?? "content-id")
        guard let keyURI else { return namedTemplate }
        return namedTemplate.replacing(keyURI: try KeyURITemplate(parsing: keyURI))
    }
}
