package import ArgumentParser
package import Failures
import FoundationEssentials
package import Presentations
import ReportTexts

/// The condition for showing the progress bar.
enum ProgressMode: String, CaseIterable, ExpressibleByArgument {
    /// On a terminal only, always, or never.
    case auto, always, never
}

/// The options for output: `--format`, `--progress` and those of standard error.
package struct OutputOptions: ParsableArguments {
    /// The format of the result on standard output.
    @Option(
        help:
            "What goes to standard output: \(OutputFormat.allCases.map(\.rawValue).joined(separator: " or "))."
    )
    package var format = OutputFormat.text

    /// The condition for showing the progress bar.
    @Option(help: "A progress bar on standard error; auto shows it on a terminal only.")
    var progress = ProgressMode.auto

    /// The options for messages on standard error.
    @OptionGroup
    package var log: LogOptions

    /// Creates options with default values.
    package init() {}

    /// Indicates whether a progress bar is shown on standard error.
    package var showsProgress: Bool {
        switch progress {
        case .auto: StandardError.isTerminal && !log.quiet && log.logFormat == .text
        case .always: true
        case .never: false
        }
    }

    /// Configures the diagnostics of the process; returns the progress bar, or a sink that only logs phases.
    package func begin() -> any ProgressSink {
        log.configure()
        guard showsProgress else { return PhaseLogger() }
        let bar = ProgressBar()
        Diagnostics.shared.attach(bar)
        return bar
    }

    /// Writes a result to standard output in the requested format.
    ///
    /// - Parameters:
    ///   - result: the value that `--format json` writes.
    ///   - text: returns the text of the result for people.
    /// - Throws: `RunFailure` if standard output cannot be written.
    package func write<Result: Encodable>(_ result: Result, text: (Result) -> String) throws(RunFailure) {
        switch format {
        case .text: try StandardOutput.write(text(result))
        case .json: try StandardOutput.write(JSONText.pretty(result))
        }
    }
}

/// A progress sink that logs the phases of the run with `-v` and shows no bar.
struct PhaseLogger: ProgressSink {
    func beginPhase(_ phase: RunPhase, _ description: String) { Diagnostics.shared.info(description) }
    func begin(totalBytes: UInt64) {}
    func advance(by bytes: UInt64) {}
    func end() {}
}
