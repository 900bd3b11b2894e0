package import ArgumentParser
import Failures

/// The main function of both programs, `fairlead` and `fairlead-rehearse`: all that precedes and follows the
/// commands.
package enum Program {
    /// The version of both programs.
    package static let version = "0.1.0"

    /// Parses the command line, runs its command, and converts a failure to an exit status.
    ///
    /// - Parameters:
    ///   - root: the root command of the program.
    ///   - parse: returns the command for the arguments without the program name; an error that it throws
    ///     ends the process.
    package static func run<Root: ParsableCommand>(
        _ root: Root.Type,
        parsing parse: ([String]) throws -> any ParsableCommand = { try Root.parseAsRoot($0) }
    ) {
        ProcessHardening.disableBacktraces()
        ProcessHardening.ignoreFailedWrites()
        _ = KeyEncryptionKeyVariable.key
        let arguments = Array(CommandLine.arguments.dropFirst())
        var command: any ParsableCommand
        do {
            // Swift repairs arguments that are not UTF-8, so that two different ids could become equal.
            if let number = ProcessArguments.firstNotUTF8 {
                throw ValidationError(
                    "argument \(number) after '\(Root.configuration.commandName ?? "fairlead")' is not UTF-8. "
                        + "Set the terminal to UTF-8 or rename the file"
                )
            }
            try ProcessHardening.raiseOpenFileLimit()
            command = try parse(arguments)
        } catch let failure as RunFailure {
            // No options were parsed, so the log format is looked up in the arguments.
            Diagnostics.shared.configure(askedForIn: arguments)
            ProgramExit<Root>.exit(afterRun: failure)
        } catch {
            ProgramExit<Root>.exit(afterParsing: error)
        }
        do {
            try command.run()
        } catch {
            ProgramExit<Root>.exit(afterRun: error)
        }
    }
}

/// The arguments of the process, as the system passed them.
enum ProcessArguments {
    /// The number of the first argument that is not UTF-8, where 0 is the name of the program, or nil if all
    /// arguments are UTF-8.
    static var firstNotUTF8: Int? {
        (0..<Int(CommandLine.argc)).first { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return false }
            return unsafe String(validatingCString: argument) == nil
        }
    }
}
