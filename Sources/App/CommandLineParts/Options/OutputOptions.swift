package import ArgumentParser
import FoundationEssentials
package import Presentations
import ReportTexts

/// The condition on which the progress bar is shown.
package enum ProgressMode: String, CaseIterable, ExpressibleByArgument {
    /// On a terminal alone; always; never.
    case auto, always, never
}

/// The options for how a command speaks: `--format`, `--progress` and those of standard error.
package struct OutputOptions: ParsableArguments {
    /// The form of the result on standard output.
    @Option(
        help:
            "What goes to standard output: \(OutputFormat.allCases.map(\.rawValue).joined(separator: " or "))."
    )
    package var format = OutputFormat.text

    /// The condition on which the progress bar is shown.
    @Option(help: "A progress bar on standard error; auto shows it on a terminal only.")
    package var progress = ProgressMode.auto

    /// The options for standard error.
    @OptionGroup
    package var log: LogOptions

    /// Options as they are when none is given.
    package init() {}

    /// True where anything is drawn on standard error.
    package var showsProgress: Bool {
        switch progress {
        case .auto: StandardError.isTerminal && !log.quiet && log.logFormat == .text
        case .always: true
        case .never: false
        }
    }

    /// Sets the process up; returns the progress bar or what stands for it.
    package func begin() -> any ProgressSink {
        log.configure()
        guard showsProgress else { return PhaseLog() }
        let bar = ProgressBar()
        Diagnostics.shared.attach(bar)
        return bar
    }

    /// Writes a result to standard output in the format that was asked for.
    ///
    /// - Parameters:
    ///   - result: what `--format json` writes.
    ///   - text: the same for people.
    /// - Throws: what standard output throws.
    package func write<Result: Encodable>(_ result: Result, text: (Result) -> String) throws {
        switch format {
        case .text: try StandardOutput.write(text(result))
        case .json: try StandardOutput.write(JSONText.pretty(result))
        }
    }
}
