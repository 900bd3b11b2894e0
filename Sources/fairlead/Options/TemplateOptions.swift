import ArgumentParser
import HLSPackaging
import KeyStore
import KeyURITemplates
import OnboardingTemplates

/// The form of the key URIs.
struct TemplateOptions: ParsableArguments {
    @Option(help: ArgumentHelp("An onboarding template: a name, or a YAML file.", valueName: "name or file"))
    var template = "content-id"

    @Option(help: ArgumentHelp("The key URI, instead of the template's.", valueName: "template"))
    var keyURI: String?

    @Option(
        name: .customLong("entitlement-url"),
        help: ArgumentHelp("The value of {entitlement_url}.", valueName: "url")
    )
    var entitlementURL: String?

    @Option(
        help: ArgumentHelp("The value of another template variable; repeatable.", valueName: "name=value")
    )
    var set: [String] = []

    /// The template with the key URI of the command line, if there is one.
    func onboardingTemplate() throws -> OnboardingTemplate {
        let found = try OnboardingTemplate.find(template)
        guard let keyURI else { return found }
        return found.replacing(keyURI: try KeyURITemplate(parsing: keyURI))
    }

    /// The variables that are the same for all keys of a title.
    func variables(for contentID: ContentID, _ template: OnboardingTemplate) throws -> TemplateVariables {
        var variables = TemplateVariables(contentID: contentID.value)
        if let entitlementURL { try variables.setEntitlementURL(entitlementURL) }
        for assignment in set { try variables.assign(assignment) }
        return try template.completing(variables)
    }
}
