import ArgumentParser
import CommandLineParts

/// `fairlead rehearse` in the list of commands; what it does is a program of its own, which `RehearsalProgram` starts.
struct RehearseEntry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RehearsalName.command,
        abstract: RehearsalName.abstract
    )
}
