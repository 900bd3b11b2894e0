import Batch
import BatchReports
import CommandLineParts
import Failures
import FoundationEssentials
import ReportTexts
import TextFormats

/// The progress of the titles of a manifest, whoever processes them, as `batch status --watch` shows it.
///
/// A title that was seen to be published is not looked up again.
struct BatchWatch {
    /// The number of looks over which the speed is measured.
    private static let speedWindow = 12
    /// The maximum number of causes of failures that are shown.
    private static let causeLimit = 5

    /// A reason why titles fail.
    struct Cause: Encodable {
        let status: Int
        /// The number of titles with this status.
        fileprivate(set) var titles: Int
        /// The first of them in the manifest.
        let contentID: String
        let error: String

        private enum CodingKeys: String, CodingKey {
            case status, titles, error
            case contentID = "content_id"
        }
    }

    /// The findings of one look at all titles.
    struct Look: Encodable {
        let time: Timestamp
        let titles: Int
        fileprivate(set) var published = 0
        fileprivate(set) var changed = 0
        fileprivate(set) var failed = 0
        fileprivate(set) var waiting = 0
        /// The number of titles that ended in a second, or nil before the second look.
        fileprivate(set) var titlesPerSecond: Double?
        /// The time until no title waits, in seconds, or nil if nothing is known about the speed.
        fileprivate(set) var secondsLeft: Double?
        /// Why titles fail, most frequent first.
        fileprivate(set) var causes: [Cause] = []

        private enum CodingKeys: String, CodingKey {
            case time, titles, published, changed, failed, waiting, causes
            case titlesPerSecond = "titles_per_second"
            case secondsLeft = "seconds_left"
        }
    }

    private let found: RecordedTitles
    /// For each title, true if it was seen to be published.
    private var isPublished: [Bool]
    private var ends: [(time: ContinuousClock.Instant, count: Int)] = []

    init(_ found: RecordedTitles) {
        self.found = found
        isPublished = Array(repeating: false, count: found.indices.count)
    }

    /// Looks at the titles that were not published before.
    ///
    /// - Throws: `RunFailure` if the manifest or the key store cannot be read.
    mutating func look() throws -> Look {
        var look = Look(time: Timestamp(Date()), titles: isPublished.count)
        look.published = isPublished.count(where: \.self)
        var causes: [Int: Cause] = [:]
        let indices = found.indices
        let wasPublished = isPublished
        var published: [Int] = []
        try found.forEach(where: { !wasPublished[$0] }) { title, record in
            switch record.state {
            case .published:
                look.published += 1
                published.append(indices.position(of: title.index))
            case .changed: look.changed += 1
            case .waiting: look.waiting += 1
            case .failed:
                look.failed += 1
                let status = record.status ?? 0
                let first = Cause(
                    status: status,
                    titles: 0,
                    contentID: record.contentID,
                    error: record.error ?? ""
                )
                causes[status, default: first].titles += 1
            }
        }
        for position in published { isPublished[position] = true }
        look.causes = Array(
            causes.values.sorted { ($1.titles, $0.status) < ($0.titles, $1.status) }.prefix(Self.causeLimit)
        )
        addSpeed(to: &look)
        return look
    }

    private mutating func addSpeed(to look: inout Look) {
        ends.append((.now, look.published + look.failed))
        if ends.count > Self.speedWindow { ends.removeFirst() }
        guard let first = ends.first, let last = ends.last, ends.count > 1 else { return }
        let seconds = Double(first.time.duration(to: last.time) / .seconds(1))
        let speed = Double(last.count - first.count) / max(seconds, 0.001)
        look.titlesPerSecond = (speed * 100).rounded() / 100
        if speed > 0 { look.secondsLeft = (Double(look.waiting) / speed).rounded() }
    }

    /// Returns the lines that show a look.
    static func lines(_ look: Look) -> [String] {
        let counts = [
            (look.published, "published"), (look.changed, "changed"), (look.failed, "failed"),
            (look.waiting, "waiting"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        var parts = [
            "\(look.time)", CountText.text(look.titles, "title") + ": " + counts.joined(separator: ", "),
        ]
        if let speed = look.titlesPerSecond { parts.append("\(speed) titles/s") }
        if let seconds = look.secondsLeft, look.waiting > 0 {
            parts.append("\(RemainingTime.text(seconds)) left")
        }
        return [parts.joined(separator: "  ")]
            + look.causes.map { cause in
                "  \(CountText.text(cause.titles, "title")) failed with status \(cause.status), such as "
                    + "\(cause.contentID.printableMessage): \(cause.error.printableMessage)"
            }
    }
}
