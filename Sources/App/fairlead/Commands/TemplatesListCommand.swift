import ArgumentParser
import CommandLineParts
import ProtectionTerms
import ProviderTemplates
import ReportTexts

/// The command `fairlead templates list`.
struct TemplatesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the built-in templates.",
        discussion: """
            EXAMPLES
              fairlead templates list
              fairlead templates list --format json
            """
    )

    @Option(help: "text or json, an array.")
    var format = OutputFormat.text

    @OptionGroup(title: "Messages")
    var log: LogOptions

    mutating func run() throws {
        log.configure()
        let templates = try OnboardingTemplate.builtIn()
        switch format {
        case .json: try StandardOutput.write(JSONText.pretty(templates.map(TemplateReport.init)))
        case .text:
            var table = TextTable("NAME", "METHODS", "KEY SYSTEMS", "KEYS", "TEST ONLY", "SUMMARY")
            for template in templates {
                table.add(
                    template.name,
                    template.methods.map(\.rawValue).joined(separator: ","),
                    template.keySystems.map { $0.map(\.name).joined(separator: ",") } ?? "by method",
                    "per " + template.keyGranularity.rawValue,
                    template.isTestOnly ? "test only" : "",
                    template.summary
                )
            }
            try StandardOutput.write(table.text)
        }
    }
}
