import ArgumentParser

/// The command `fairlead templates`.
struct TemplatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract: "The onboarding templates: how DRM providers and tenants want keys to be signalled.",
        subcommands: [
            TemplatesListCommand.self, TemplatesShowCommand.self, TemplatesCheckCommand.self,
            TemplatesRenderCommand.self, TemplatesSchemaCommand.self,
        ]
    )
}
