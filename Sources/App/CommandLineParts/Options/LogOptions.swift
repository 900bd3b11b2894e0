import ArgumentParser
import Logging

extension Diagnostics.Format: ExpressibleByArgument {}

/// The options for messages on standard error: `-q`, `-v`, `--log-format`.
package struct LogOptions: ParsableArguments {
    /// Indicates whether only errors are written.
    @Flag(name: .shortAndLong, help: "Errors only.")
    package var quiet = false

    /// Indicates whether the progress of the run is written.
    @Flag(name: .shortAndLong, help: "Say what happens.")
    var verbose = false

    /// The format of the lines.
    @Option(help: "The form of the lines on standard error.")
    package var logFormat = Diagnostics.Format.text

    /// Creates options with default values.
    package init() {}

    /// Configures the diagnostics of the process.
    package func configure() {
        Diagnostics.shared.configure(format: logFormat, level: quiet ? .error : verbose ? .info : .notice)
    }

    /// Throws if options contradict each other.
    package func validate() throws {
        if quiet && verbose {
            throw ValidationError("--quiet and --verbose cannot be combined. Leave one of them out")
        }
    }
}
