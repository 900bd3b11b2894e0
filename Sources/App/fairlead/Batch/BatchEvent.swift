import Batch
import BatchReports
import FoundationEssentials

/// An event of a title in a batch, as a line of JSON for machines.
struct BatchEvent: Encodable {
    enum Kind: String, Encodable {
        case begin, retry, end
    }

    private let time = Timestamp(Date())
    private let event: Kind
    private let index: Int
    private let line: Int
    private let contentID: String
    private let attempt: Int
    private var state: TitleState?
    private var status: Int32?
    private var error: String?
    private var seconds: Double?
    private var bytes: UInt64?

    private enum CodingKeys: String, CodingKey {
        case time, event, index, line, attempt, state, status, error, seconds, bytes
        case contentID = "content_id"
    }

    /// Creates the event of a title whose processing begins.
    init(_ event: Kind, _ title: BatchTitle, attempt: Int) {
        self.event = event
        index = title.index
        line = title.line
        contentID = title.contentID
        self.attempt = attempt
    }

    /// Creates the event for the end of an attempt, or of the title.
    init(_ event: Kind, _ report: TitleReport) {
        self.event = event
        index = report.index
        line = report.line
        contentID = report.contentID
        attempt = report.attempts
        state = report.state
        status = report.status
        error = report.error
        seconds = report.seconds
        bytes = report.output?.bytes
    }
}
