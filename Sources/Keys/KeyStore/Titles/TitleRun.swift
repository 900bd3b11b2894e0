package import FoundationEssentials

/// How a run of a title in a batch ended; append-only.
package struct TitleRun: Hashable, Sendable {
    /// Longest message of a failure, in bytes of UTF-8.
    package static let maximumMessageBytes = 4096

    /// The end of a run.
    package enum Outcome: Hashable, Sendable {
        /// Everything is written, and the result takes its place next, or stands there already.
        ///
        /// It is noted before the rename that publishes: whether that happened shows by `Publication.outputStamp`.
        case published(Publication)
        /// Nothing was published: the exit status (64 to 77) and the message.
        case failed(status: Int, message: String)
    }

    /// The title.
    package let contentID: ContentID
    /// The absolute path of its result.
    package let output: String
    /// How it ended.
    package let outcome: Outcome
    /// When it was recorded, in whole seconds once stored.
    package let recordedAt: Date

    /// Checks the output (1 to 4096 bytes, no control characters) and the status; a message that is too long is cut.
    package init(
        contentID: ContentID,
        output: String,
        outcome: Outcome,
        recordedAt: Date = Date()
    ) throws(KeyStoreError) {
        self.contentID = contentID
        self.output = try RecordText(output, name: "output", limit: 4096).value
        self.recordedAt = recordedAt
        guard case .failed(let status, let message) = outcome else {
            self.outcome = outcome
            return
        }
        guard (1...255).contains(status) else {
            throw .invalidField(name: "status", found: "\(status)", expected: "1 to 255")
        }
        // A scalar that was cut in two is repaired, to one of three bytes.
        let cut = message.utf8.prefix(Self.maximumMessageBytes - 3)
        self.outcome = .failed(status: status, message: String(decoding: cut, as: UTF8.self))
    }

    /// Whether its result was looked at and did not hold.
    package var didNotHold: Bool {
        guard case .failed(let status, _) = outcome else { return false }
        return status == Int(KeyStoreError.FailureClass.doesNotHoldStatus)
    }

    /// What was published; nil of a run that failed.
    package var publication: Publication? {
        if case .published(let publication) = outcome { publication } else { nil }
    }
}
