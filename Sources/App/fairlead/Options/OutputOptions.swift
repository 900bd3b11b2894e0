import ArgumentParser
import FoundationEssentials
import Presentations
import ReportTexts

/// The format of standard output.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

/// When the progress bar is shown.
enum ProgressMode: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
}

/// How a command speaks.
struct OutputOptions: ParsableArguments {
    @Option(
        help:
            "What goes to standard output: \(OutputFormat.allCases.map(\.rawValue).joined(separator: " or "))."
    )
    var format = OutputFormat.text

    @Option(help: "A progress bar on standard error; auto shows it on a terminal only.")
    var progress = ProgressMode.auto

    @OptionGroup
    var log: LogOptions

    /// Whether anything is drawn on standard error.
    var showsProgress: Bool {
        switch progress {
        case .auto: StandardError.isTerminal && !log.quiet && log.logFormat == .text
        case .always: true
        case .never: false
        }
    }

    /// Sets the process up; returns the progress bar or what stands for it.
    func begin() -> any ProgressSink {
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
    func write<Result: Encodable>(_ result: Result, text: (Result) -> String) throws {
        switch format {
        case .text: try StandardOutput.write(text(result))
        case .json: try StandardOutput.write(JSONText.pretty(result))
        }
    }
}
