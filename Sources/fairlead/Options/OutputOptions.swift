import ArgumentParser
import Foundation
import HLSPackaging
import Logging

/// The format of standard output.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

/// When the progress bar is shown.
enum ProgressMode: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

extension Diagnostics.Format: ExpressibleByArgument {}

/// How a command speaks.
struct OutputOptions: ParsableArguments {
    @Option(
        help:
            "What goes to standard output: \(OutputFormat.allCases.map(\.rawValue).joined(separator: " or "))."
    )
    var format = OutputFormat.text

    @Option(help: "A progress bar on standard error; auto shows it on a terminal only.")
    var progress = ProgressMode.auto

    @Flag(name: .shortAndLong, help: "Errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say what happens.")
    var verbose = false

    @Option(help: "The form of the lines on standard error.")
    var logFormat = Diagnostics.Format.text

    /// Sets the process up; returns the progress bar or what stands for it.
    func begin() -> any ProgressSink {
        Diagnostics.shared.configure(format: logFormat, level: quiet ? .error : verbose ? .info : .notice)
        let isShown =
            switch progress {
            case .auto: StandardError.isTerminal && !quiet && logFormat == .text
            case .always: true
            case .never: false
            }
        guard isShown else { return SilentProgress() }
        let bar = ProgressBar()
        Diagnostics.shared.attach(bar)
        return bar
    }

    func validate() throws {
        if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    }
}
