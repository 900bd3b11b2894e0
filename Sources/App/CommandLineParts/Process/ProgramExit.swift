import ArgumentParser
import Failures
import Glibc

/// The end of a program with root command `Root`, with its exit status.
enum ProgramExit<Root: ParsableCommand> {
    /// Ends the process after a failed run, with a message on standard error.
    static func exit(afterRun error: any Error) -> Never {
        if let code = error as? ExitCode { Glibc.exit(code.rawValue) }
        // `--help` is a command of the argument parser and ends with an "error" of status 0.
        if Root.exitCode(for: error) == .success { exit(afterParsing: error) }
        let failure = RunFailure(describing: error)
        Diagnostics.shared.error(failure.message)
        Glibc.exit(failure.failureClass.exitStatus)
    }

    /// Ends the process after a command line that is invalid or asks for help.
    static func exit(afterParsing error: any Error) -> Never {
        // Help and version are "errors" of the argument parser with status 0.
        if Root.exitCode(for: error) == .success {
            do {
                try StandardOutput.write(Root.fullMessage(for: error) + "\n")
            } catch {
                exit(afterRun: error)
            }
            Glibc.exit(0)
        }
        Diagnostics.shared.configure(askedForIn: CommandLine.arguments)
        Diagnostics.shared.error("command line: \(redacted(Root.message(for: error)).asSentence)")
        Diagnostics.shared.addDetails(usage(for: error))
        Glibc.exit(FailureClass.usage.exitStatus)
    }

    /// Removes quoted words that are not options from a message, because a word without its option may be a
    /// key or a token.
    private static func redacted(_ message: String) -> String {
        guard message.lowercased().contains("unexpected argument") else { return message }
        let words = CommandLine.arguments.dropFirst().filter {
            !$0.hasPrefix("-") && message.contains("'\($0)'")
        }
        return words.reduce(message) { text, word in
            text.replacing("'\(word)'", with: "<a word>")
        }
    }

    /// Returns the usage text for an error on the command line.
    private static func usage(for error: any Error) -> String {
        let full = Root.fullMessage(for: error)
        return full.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }.joined(separator: "\n")
    }
}
