import ArgumentParser
import CommandLineParts
import Failures
import KeyRecordFormats
import KeyURITemplates
import ProviderTemplates
import Rehearsal
import ReportTexts

/// The command `fairlead templates check`.
struct TemplatesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Check templates: their files, their key URIs for odd titles, and that license servers find the keys.",
        discussion: """
            Each template is read, rendered for invented titles (with content ids that are not ASCII, of 200 bytes, with \
            delimiters) and all keys of its key separation, and checked against every rule. Then its license flow is tried: the \
            key records are exported to a file and read back, each asset id that apps extract from the URI has to find its \
            key, and the license for it has to contain key and IV. Ends with 69 if there is an error; warnings and notes are \
            for the author of the template.

            EXAMPLE
              fairlead templates check ./acme.yaml --set tenant=one
            """
    )

    @Argument(help: ArgumentHelp("Built-in templates, or YAML files.", valueName: "name or file"))
    var templates: [String]

    @OptionGroup(title: "Template variables")
    var variables: TemplateVariableOptions

    @Option(help: "text or json, an array.")
    var format = OutputFormat.text

    @OptionGroup(title: "Messages")
    var log: LogOptions

    mutating func run() throws {
        log.configure()
        let sources = try templates.map { try OnboardingTemplate.Source($0) }
        let reports = try sources.map { try check($0) }
        switch format {
        case .json: try StandardOutput.write(JSONText.pretty(reports))
        case .text: try StandardOutput.write(reports.map(\.text).joined())
        }
        if !reports.allSatisfy(\.holds) { throw ExitCode(FailureClass.verificationFailedStatus) }
    }

    private func check(_ source: OnboardingTemplate.Source) throws -> TemplateCheckReport {
        let template: OnboardingTemplate
        do {
            template = try source.template()
        } catch {
            return TemplateCheckReport(source.name, error)
        }
        let lintedTemplate: LintedTemplate
        do {
            lintedTemplate = try LintedTemplate(template, overrides: try variables.commonVariables(template))
        } catch let error as TemplateVariableError where variables.isEmpty {
            return TemplateCheckReport(source.name, variable: error)
        }
        var findings = TemplateLinter.findings(lintedTemplate, in: source) + Self.unknownExports(of: template)
        let roundTrip = try TemplateRoundTrip(
            lintedTemplate,
            policy: RenderedProtectionOptions.policyOfTemplate(template)
        )
        findings += roundTrip.findings
        return TemplateCheckReport(
            source.name,
            findings,
            keys: roundTrip.keyCount,
            assetIDs: roundTrip.assetIDCount,
            licenses: roundTrip.licenseCount
        )
    }

    private static func unknownExports(of template: OnboardingTemplate) -> [TemplateFinding] {
        template.exportFormats.filter { ExportFormats.named($0) == nil }.map { name in
            TemplateFinding(
                rule: "unknown-export",
                severity: .error,
                message:
                    "keys export has no format \(name) (expected \(ExportFormats.names.joined(separator: ", "))). "
                    + "Correct exports."
            )
        }
    }
}
