import Presentations
import ReportTexts
import Synchronization

/// The progress of one title of a batch.
final class TitleProgress: ProgressSink {
    private let contentID: String
    private let start = ContinuousClock.now
    private let total = Atomic<UInt64>(0)
    private let finished = Atomic<UInt64>(0)

    private let onPhase: @Sendable (RunPhase, _ seconds: Double, _ bytes: UInt64) -> Void

    /// Creates the progress of a title; `onPhase` is called when a phase begins, with the time since this moment, and the
    /// number of bytes done.
    init(
        contentID: String,
        onPhase: @escaping @Sendable (RunPhase, _ seconds: Double, _ bytes: UInt64) -> Void
    ) {
        self.onPhase = onPhase
        // Filters scalars instead of characters, to remove every control character, which could move the
        // cursor.
        self.contentID = String(
            String.UnicodeScalarView(
                contentID.unicodeScalars.filter { $0.properties.generalCategory != .control }
            )
        )
    }

    func beginPhase(_ phase: RunPhase, _ description: String) {
        onPhase(phase, seconds, done)
    }

    /// Adds to the total, because the work has several parts: protection is followed by verification.
    func begin(totalBytes: UInt64) { total.add(totalBytes, ordering: .relaxed) }

    func advance(by bytes: UInt64) { finished.add(bytes, ordering: .relaxed) }

    func end() {}

    /// The number of bytes done.
    var done: UInt64 { finished.load(ordering: .relaxed) }

    private var seconds: Double { Double(start.duration(to: .now) / .seconds(1)) }

    /// The fraction of the work that is done, from 0 to 1.
    var fraction: Double {
        let total = total.load(ordering: .relaxed)
        return total == 0 ? 0 : min(1, Double(done) / Double(total))
    }

    /// The line of the table for the title.
    var text: String {
        let rate = UInt64(Double(done) / max(seconds, 0.001))
        let percent = String(Int(fraction * 100))
        return String(repeating: " ", count: 3 - percent.count) + "\(percent) %  "
            + "\(ByteCount.text(rate))/s  \(contentID)"
    }
}
