import ArgumentParser
import CommandLineParts
import ProviderTemplates
import ReportTexts

/// The command `fairlead templates show`.
struct TemplatesShowCommand: ParsableCommand {
    /// The format of standard output.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, yaml
    }

    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything that a template defines, and how it is used.",
        discussion: """
            --format yaml prints the file itself, byte for byte, as a start for your own.

            EXAMPLES
              fairlead templates show content-id
              fairlead templates show content-id --format yaml >acme.yaml
            """
    )

    @Argument(help: ArgumentHelp("A built-in template, or a YAML file.", valueName: "name or file"))
    var template: String

    @Option(help: "text, json (the parsed template, with everything that it inherits) or yaml (the file).")
    var format = Format.text

    @OptionGroup(title: "Messages")
    var log: LogOptions

    mutating func run() throws {
        log.configure()
        let source = try OnboardingTemplate.Source(template)
        let parsedTemplate = try source.template()
        switch format {
        case .text: try StandardOutput.write(TemplateDescriptionText.text(of: parsedTemplate, source))
        case .json: try StandardOutput.write(JSONText.pretty(TemplateReport(parsedTemplate)))
        case .yaml: try StandardOutput.write(source.yaml.span)
        }
    }
}
