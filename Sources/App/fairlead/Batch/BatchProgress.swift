import Batch
import BatchReports
import CommandLineParts
import Glibc
import Presentations
import ReportTexts
import Synchronization
import TextFormats

/// The progress of a batch on standard error: lines about failures, a table on a terminal, events for
/// machines.
final class BatchProgress: BatchObserver, TerminalDisplay {
    private struct State {
        var running: [Int: TitleProgress] = [:]
        var bytes: UInt64 = 0
        var drawnLines = 0
        /// The number of titles with each warning, up to a limit of different ones.
        var warnings: [String: Int] = [:]
    }

    /// The time between two drawings, in microseconds.
    private static let interval: UInt32 = 200_000

    /// The maximum number of different warnings that are counted.
    private static let warningLimit = 1000

    private let manifest: String
    private let titleCount: Int
    private let run: BatchEvent.Run
    private let outcome: BatchOutcome
    private let isShown: Bool
    private let writesEvents: Bool
    private let startedAt = ContinuousClock.now
    private let state = Mutex(State())
    private let isFinished = Atomic<Bool>(false)

    /// Creates the progress of a batch.
    ///
    /// - Parameters:
    ///   - manifest: the path of the manifest, as given.
    ///   - titleCount: the number of titles.
    ///   - run: the run that events belong to.
    ///   - outcome: gets the reports of all titles that end.
    ///   - isShown: true if a table is drawn.
    ///   - writesEvents: true if each event is written as a line of JSON.
    init(
        manifest: String,
        titleCount: Int,
        of run: BatchEvent.Run,
        outcome: BatchOutcome,
        isShown: Bool,
        writesEvents: Bool
    ) {
        self.manifest = manifest
        self.run = run
        self.titleCount = titleCount
        self.outcome = outcome
        self.isShown = isShown
        self.writesEvents = writesEvents
    }

    /// Starts to draw; nothing is drawn if no thread can be started.
    func start() {
        guard isShown else { return }
        Diagnostics.shared.attach(self)
        _ = try? WorkerThread { [self] in
            while !isFinished.load(ordering: .relaxed) {
                draw()
                usleep(Self.interval)
            }
        }
    }

    /// Clears the table, and reports for each repeated warning how many titles have it.
    func finish() {
        defer { reportRepeatedWarnings() }
        guard isShown else { return }
        isFinished.store(true, ordering: .relaxed)
        clear {}
        Diagnostics.shared.attach(nil)
    }

    private func reportRepeatedWarnings() {
        let repeated = state.withLock { $0.warnings.filter { $0.value > 1 } }
        for (warning, count) in repeated.sorted(by: { $0.key < $1.key }) {
            Diagnostics.shared.warning("\(manifest): \(CountText.text(count - 1, "more title")): \(warning)")
        }
    }

    // MARK: Events

    func begin(_ title: BatchTitle, attempt: Int) -> any ProgressSink {
        let progress = TitleProgress(contentID: title.contentID) { [self] phase, seconds, bytes in
            guard writesEvents else { return }
            writeEvent(
                BatchEvent(phase, of: run, title, attempt: attempt, seconds: seconds, bytes: bytes)
            )
        }
        state.withLock { $0.running[title.index] = progress }
        writeEvent(BatchEvent(.begin, of: run, title, attempt: attempt))
        return progress
    }

    func willRetry(_ title: BatchTitle, after delay: Duration, because report: TitleReport) {
        state.withLock { $0.running[title.index] = nil }
        let seconds = delay / .seconds(1)
        Diagnostics.shared.warning(
            "\(location(report)): \(report.error ?? "the title failed.") The title is tried again in \(Int(seconds)) s."
        )
        writeEvent(BatchEvent(.retry, of: run, report))
    }

    func end(_ report: TitleReport) {
        outcome.add(report)
        state.withLock { state in
            state.bytes += state.running.removeValue(forKey: report.index)?.done ?? 0
        }
        for warning in report.warnings where isNew(warning) {
            Diagnostics.shared.warning("\(location(report)): \(warning)")
        }
        if report.state.needsAttention {
            Diagnostics.shared.error("\(location(report)): \(report.error ?? report.state.rawValue)")
        } else {
            Diagnostics.shared.info("\(location(report)): \(report.state.rawValue)")
        }
        writeEvent(BatchEvent(.end, of: run, report))
    }

    /// Indicates whether a warning is new; a warning of many titles is written for the first one only.
    private func isNew(_ warning: String) -> Bool {
        state.withLock { state in
            guard let count = state.warnings[warning] else {
                if state.warnings.count < Self.warningLimit { state.warnings[warning] = 1 }
                return true
            }
            state.warnings[warning] = count + 1
            return false
        }
    }

    private func location(_ report: TitleReport) -> String {
        "\(manifest):\(report.line): \(report.contentID)"
    }

    private func writeEvent(_ event: BatchEvent) {
        guard writesEvents, let line = try? JSONText.line(event) else { return }
        clear { StandardError.write(line + "\n") }
    }

    // MARK: The table

    func clear(during write: () -> Void) {
        state.withLock { state in
            Self.clear(&state)
            write()
        }
    }

    private static func clear(_ state: inout State) {
        guard state.drawnLines > 0 else { return }
        StandardError.write("\u{1B}[\(state.drawnLines)A\r\u{1B}[J")
        state.drawnLines = 0
    }

    private func draw() {
        state.withLock { state in
            guard !isFinished.load(ordering: .relaxed) else { return }
            let lines = lines(state)
            Self.clear(&state)
            StandardError.write(lines.map { $0 + "\n" }.joined())
            state.drawnLines = lines.count
        }
    }

    private func lines(_ state: State) -> [String] {
        let seconds = Double(startedAt.duration(to: .now) / .seconds(1))
        let running = state.running.sorted { $0.key < $1.key }.map(\.value)
        let bytes = running.reduce(state.bytes) { $0 + $1.done }
        let summary = outcome.summary
        let done = summary.titles
        var parts = ["\(done)/\(titleCount) titles"]
        parts += BatchText.counts(summary)
        parts.append("\(ByteCount.text(UInt64(Double(bytes) / max(seconds, 0.001))))/s")
        if done > 0, done < titleCount {
            // A running title counts in proportion to its progress.
            let doneTitles = Double(done) + running.reduce(0) { $0 + $1.fraction }
            parts.append(
                "\(RemainingTime.text(seconds / doneTitles * (Double(titleCount) - doneTitles))) left"
            )
        }
        let (width, height) = StandardError.terminalSize
        let shown = running.prefix(max(1, height - 3))
        return [String(parts.joined(separator: "  ").prefix(width - 1))]
            + shown.map { String("  \($0.text)".prefix(width - 1)) }
    }
}
