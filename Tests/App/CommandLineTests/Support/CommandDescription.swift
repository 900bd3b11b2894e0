import Foundation

/// A command with its options, as `--experimental-dump-help` prints them.
struct CommandDescription: Decodable {
    /// An option, flag or positional argument.
    struct Argument: Decodable {
        struct Name: Decodable { let name: String }
        let kind: String
        let names: [Name]?
    }

    let arguments: [Argument]
    let subcommands: [CommandDescription]?

    /// Runs the program and reads the description of a command: `[]` is the program itself.
    init(of command: [String], in workspace: Workspace) throws {
        struct Help: Decodable { let command: CommandDescription }
        let help = try workspace.start(command + ["--experimental-dump-help"]).wait()
        self = try JSONDecoder().decode(Help.self, from: help.output).command
    }

    /// The names of its options and those of its subcommands, without hyphens.
    var optionNames: Set<String> {
        let names = arguments.flatMap { $0.names ?? [] }.map(\.name)
        return (subcommands ?? []).reduce(into: Set(names)) { $0.formUnion($1.optionNames) }
    }
}
