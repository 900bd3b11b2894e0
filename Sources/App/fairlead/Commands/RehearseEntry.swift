import ArgumentParser
import CommandLineParts

/// `fairlead serve` in the list of commands; what it does is a part of the program of `rehearse`.
struct ServeEntry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServeName.command,
        abstract: ServeName.abstract
    )
}

/// `fairlead rehearse` in the list of commands; what it does is a program of its own, which `RehearsalProgram` starts.
struct RehearseEntry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RehearsalName.command,
        abstract: RehearsalName.abstract
    )
}
