import Presentations
import ReportTexts
import Synchronization

/// How far a title of a batch is.
final class TitleProgress: ProgressSink {
    private let contentID: String
    private let start = ContinuousClock.now
    private let total = Atomic<UInt64>(0)
    private let finished = Atomic<UInt64>(0)

    init(contentID: String) {
        // By scalars, and without what would move the cursor.
        self.contentID = String(
            String.UnicodeScalarView(
                contentID.unicodeScalars.filter { $0.properties.generalCategory != .control }
            )
        )
    }

    func note(_ phase: String) {}

    /// The work has parts: what is protected is verified afterwards.
    func begin(totalBytes: UInt64) { total.add(totalBytes, ordering: .relaxed) }

    func advance(by bytes: UInt64) { finished.add(bytes, ordering: .relaxed) }

    func end() {}

    /// The bytes that are done.
    var done: UInt64 { finished.load(ordering: .relaxed) }

    /// The part of the work that is done, from 0 to 1.
    var share: Double {
        let total = total.load(ordering: .relaxed)
        return total == 0 ? 0 : min(1, Double(done) / Double(total))
    }

    /// A line of the table.
    var text: String {
        let seconds = Double(start.duration(to: .now) / .seconds(1))
        let rate = UInt64(Double(done) / max(seconds, 0.001))
        let percent = String(Int(share * 100))
        return String(repeating: " ", count: 3 - percent.count) + "\(percent) %  "
            + "\(ByteCount.text(rate))/s  \(contentID)"
    }
}
