package import ArgumentParser

/// The process of each program, `fairlead` and `fairlead-rehearse`: what goes before its commands and behind them.
package enum Program {
    /// The version of both programs.
    package static let version = "0.1.0"

    /// Parses the command line, runs the command that it names, and turns a failure into an exit status.
    ///
    /// - Parameters:
    ///   - root: the command of the program.
    ///   - parse: gives the command for the words of the command line, without the name of the program; what it throws ends the
    ///     process.
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
            // Swift repairs what is not UTF-8, and two ids would become one.
            guard ProcessArguments.areUTF8 else {
                throw ValidationError(
                    "an argument is not UTF-8. Set the terminal to UTF-8 or rename the file"
                )
            }
            try ProcessHardening.raiseOpenFileLimit()
            command = try parse(arguments)
        } catch let failure as CommandFailure {
            // The form of the log is one of the options that could not be read together.
            Diagnostics.shared.configure(askedForIn: arguments)
            ProgramEnd<Root>.exit(afterRun: failure)
        } catch {
            ProgramEnd<Root>.exit(afterParsing: error)
        }
        do {
            try command.run()
        } catch {
            ProgramEnd<Root>.exit(afterRun: error)
        }
    }
}
