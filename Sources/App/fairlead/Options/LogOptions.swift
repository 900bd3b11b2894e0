import ArgumentParser
import Logging

extension Diagnostics.Format: ExpressibleByArgument {}

/// What a command says on standard error.
struct LogOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say what happens.")
    var verbose = false

    @Option(help: "The form of the lines on standard error.")
    var logFormat = Diagnostics.Format.text

    /// Sets the process up.
    func configure() {
        Diagnostics.shared.configure(format: logFormat, level: quiet ? .error : verbose ? .info : .notice)
    }

    func validate() throws {
        if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    }
}
