import Batch
import BatchReports
import FoundationEssentials
import Presentations

/// An event of a title in a batch, as a line of JSON for machines; docs/batch-events.md describes it.
struct BatchEvent: Encodable {
    enum Kind: String, Encodable {
        case begin, phase, retry, end
    }

    /// The run that events belong to.
    struct Run {
        /// The name of the run, or nil if it has none.
        let name: String?
        /// The shard, or nil if all titles are processed.
        let shard: ShardSelection?
    }

    private let time = Timestamp(Date())
    private let event: Kind
    private let run: String?
    private let shard: Int?
    private let shardCount: Int?
    private let index: Int
    private let line: Int
    private let contentID: String
    private let attempt: Int
    private var phase: String?
    private var state: TitleState?
    private var status: Int32?
    private var error: String?
    private var seconds: Double?
    private var bytes: UInt64?

    private enum CodingKeys: String, CodingKey {
        case time, event, run, shard, index, line, attempt, phase, state, status, error, seconds, bytes
        case shardCount = "shard_count"
        case contentID = "content_id"
    }

    /// Creates the event of a title whose processing begins.
    init(_ event: Kind, of run: Run, _ title: BatchTitle, attempt: Int) {
        self.init(event, of: run, title.index, line: title.line, title.contentID, attempt: attempt)
    }

    private init(
        _ event: Kind,
        of run: Run,
        _ index: Int,
        line: Int,
        _ contentID: String,
        attempt: Int
    ) {
        self.event = event
        (self.run, shard, shardCount) = (run.name, run.shard?.index, run.shard?.count)
        (self.index, self.line, self.contentID, self.attempt) = (index, line, contentID, attempt)
    }

    /// Creates the event of a title that comes to a phase, so long after the attempt began.
    init(
        _ phase: RunPhase,
        of run: Run,
        _ title: BatchTitle,
        attempt: Int,
        seconds: Double,
        bytes: UInt64
    ) {
        self.init(.phase, of: run, title, attempt: attempt)
        self.phase = phase.rawValue
        self.seconds = seconds
        self.bytes = bytes
    }

    /// Creates the event for the end of an attempt, or of the title.
    init(_ event: Kind, of run: Run, _ report: TitleReport) {
        self.init(event, of: run, report.index, line: report.line, report.contentID, attempt: report.attempts)
        state = report.state
        status = report.status
        error = report.error
        seconds = report.seconds
        bytes = report.output?.bytes
    }
}
