import FoundationEssentials
import Presentations
import ReportTexts
import Synchronization

/// A line on the terminal with the progress, the speed and the remaining time.
final class ProgressBar: ProgressSink, TerminalDisplay {
    private struct State {
        var totalBytes: UInt64 = 0
        var doneBytes: UInt64 = 0
        var start = ContinuousClock.now
        var lastDrawn: ContinuousClock.Instant?
        var isRunning = false
    }

    private static let interval = Duration.milliseconds(100)
    private let state = Mutex(State())

    func beginPhase(_ phase: RunPhase, _ description: String) { Diagnostics.shared.info(description) }

    func begin(totalBytes: UInt64) {
        state.withLock { $0 = State(totalBytes: totalBytes, isRunning: true) }
    }

    func advance(by bytes: UInt64) {
        state.withLock { state in
            state.doneBytes += bytes
            let now = ContinuousClock.now
            if let last = state.lastDrawn, last.duration(to: now) < Self.interval { return }
            state.lastDrawn = now
            StandardError.write("\r\u{1B}[K" + Self.text(state, now))
        }
    }

    func end() {
        state.withLock { state in
            if state.lastDrawn != nil { StandardError.write("\r\u{1B}[K") }
            state = State()
        }
    }

    /// Clears the bar before a line is written; the next progress redraws it.
    func clear(during write: () -> Void) {
        state.withLock { state in
            if state.isRunning, state.lastDrawn != nil {
                StandardError.write("\r\u{1B}[K")
                state.lastDrawn = nil
            }
            write()
        }
    }

    private static func text(_ state: State, _ now: ContinuousClock.Instant) -> String {
        let width = 30
        let fraction = state.totalBytes == 0 ? 1 : min(1, Double(state.doneBytes) / Double(state.totalBytes))
        let filled = Int(fraction * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        let seconds = Double(state.start.duration(to: now) / .seconds(1))
        let rate = seconds > 0 ? Double(state.doneBytes) / seconds : 0
        let secondsLeft =
            rate > 0 ? Int(Double(state.totalBytes - min(state.doneBytes, state.totalBytes)) / rate) : 0
        return "[\(bar)] \(Int(fraction * 100)) %  \(ByteCount.text(UInt64(rate)))/s  \(secondsLeft) s left"
    }
}
