import ArgumentParser
import CommandLineParts
import ProviderTemplates

/// The command `fairlead templates schema`.
struct TemplatesSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of templates, for editors and CI.",
        discussion: """
            Editors with a YAML language server use it if this is the first line of a template:
            # yaml-language-server: $schema=template.schema.json

            EXAMPLE
              fairlead templates schema >template.schema.json
            """
    )

    @OptionGroup(title: "Messages")
    var log: LogOptions

    mutating func run() throws {
        log.configure()
        let schema = OnboardingTemplate.schema
        try StandardOutput.write(schema.span)
    }
}
