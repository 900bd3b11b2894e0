package import Failures
package import FoundationEssentials

/// The outcome of a run of a title in a batch; append-only.
package struct TitleRun: Hashable, Sendable {
    /// The maximum length of a failure message, in bytes of UTF-8.
    static let maximumMessageBytes = 4096

    /// The outcome of a run.
    package enum Outcome: Hashable, Sendable {
        /// Everything is written, and the result is about to be moved to its path, or is already there.
        ///
        /// This is recorded before the rename that publishes; `Publication.outputStamp` shows whether the
        /// rename took place.
        case published(Publication)
        /// Nothing was published; the exit status (1 to 255) and the message.
        case failed(status: Int, message: String)
    }

    /// The content id of the title.
    let contentID: ContentID
    /// The absolute path of the result.
    package let output: String
    /// The outcome of the run.
    package let outcome: Outcome
    /// The time of recording, in whole seconds once stored.
    package let recordedAt: Date

    /// Creates a run; cuts a message that is too long.
    ///
    /// Throws `.invalidField` unless the output has 1 to 4096 bytes without control characters, and the
    /// status is 1 to 255.
    package init(
        contentID: ContentID,
        output: String,
        outcome: Outcome,
        recordedAt: Date = Date()
    ) throws(RunFailure) {
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
        // A scalar that the cut splits becomes the replacement character, which has three bytes.
        let cut = message.utf8.prefix(Self.maximumMessageBytes - 3)
        self.outcome = .failed(status: status, message: String(decoding: cut, as: UTF8.self))
    }

    /// Indicates whether the result was checked and found wrong.
    package var failedVerification: Bool {
        guard case .failed(let status, _) = outcome else { return false }
        return status == Int(FailureClass.verificationFailedStatus)
    }

    /// The publication, or nil for a run that failed.
    package var publication: Publication? {
        if case .published(let publication) = outcome { publication } else { nil }
    }
}
