/// The options of a batch run that hold for all titles.
package struct BatchOptions: Sendable {
    /// The operation on each title.
    package enum Mode: Sendable {
        /// Publishes the title, unless its published result is current.
        case publish
        /// Checks and verifies the published result, and writes nothing.
        case check
        /// Mints the keys, and writes no media.
        case keysOnly
        /// Determines what would be done, and writes nothing.
        case dryRun
    }

    /// The operation on each title.
    package var mode = Mode.publish
    /// The numbers of threads and of titles processed at once.
    package var threadAllocation: ThreadAllocation
    /// Indicates whether each result is verified after publication.
    package var verifies = false
    /// The time after the begin of the first title in which others begin, or nil if all titles are processed.
    package var budget: Duration?
    /// The limit of further attempts at a title after transient failures.
    package enum Retries: Sendable {
        /// The number of further attempts.
        case attempts(Int)
        /// The time since the first failure in which another attempt may begin.
        case time(Duration)
    }

    /// The choice whether and how long titles are attempted again.
    package var retries = Retries.attempts(2)
    /// Indicates whether reports describe renditions and segments.
    package var describesRenditions = false
    /// Indicates whether reports have SHA-256 digests of inputs and results, which requires reading them.
    package var computesDigests = false

    /// Creates the default options of the command line.
    package init(threadAllocation: ThreadAllocation) {
        self.threadAllocation = threadAllocation
    }
}
