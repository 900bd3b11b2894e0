import ArgumentParser

/// The command `fairlead keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "The key store.",
        subcommands: [
            KeysInitCommand.self, KeysCreateCommand.self, KeysListCommand.self, KeysShowCommand.self,
            KeysExportCommand.self, KeysImportCommand.self,
            KeysConfirmCommand.self, KeysPolicyCommand.self, KeysRevokeCommand.self, KeysRewrapCommand.self,
            KeysAuditCommand.self, KeysBackupCommand.self, KeysRestoreCommand.self,
        ]
    )

    /// Indicates whether a command is one of the subcommands.
    static func has(_ command: any ParsableCommand) -> Bool {
        configuration.subcommands.contains { $0 == type(of: command) }
    }
}
