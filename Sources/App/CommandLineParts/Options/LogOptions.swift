import ArgumentParser
import Logging

extension Diagnostics.Format: ExpressibleByArgument {}

/// The options for what a command says on standard error: `-q`, `-v`, `--log-format`.
package struct LogOptions: ParsableArguments {
    /// True where errors alone are said.
    @Flag(name: .shortAndLong, help: "Errors only.")
    package var quiet = false

    /// True where it is said what happens.
    @Flag(name: .shortAndLong, help: "Say what happens.")
    package var verbose = false

    /// The form of the lines.
    @Option(help: "The form of the lines on standard error.")
    package var logFormat = Diagnostics.Format.text

    /// Options as they are when none is given.
    package init() {}

    /// Sets the process up.
    package func configure() {
        Diagnostics.shared.configure(format: logFormat, level: quiet ? .error : verbose ? .info : .notice)
    }

    /// Refuses options that contradict each other.
    package func validate() throws {
        if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    }
}
