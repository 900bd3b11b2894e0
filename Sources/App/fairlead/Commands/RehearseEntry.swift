import ArgumentParser
import CommandLineParts

/// The entry of `fairlead serve` in the list of commands; the program of `rehearse` implements it.
struct ServeEntry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServeName.command,
        abstract: ServeName.abstract
    )
}

/// The entry of `fairlead rehearse` in the list of commands; `RehearsalProgram` starts the program that
/// implements it.
struct RehearseEntry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RehearsalName.command,
        abstract: RehearsalName.abstract
    )
}
