package import BatchReports
package import Presentations

/// An observer of the progress of a batch, called from several threads.
package protocol BatchObserver: Sendable {
    /// Called when an attempt at a title begins; `attempt` counts from 1.
    ///
    /// - Returns: the sink for the progress of this attempt.
    func begin(_ title: BatchTitle, attempt: Int) -> any ProgressSink

    /// Called when an attempt failed for a transient reason and the title will be tried again after `delay`.
    func willRetry(_ title: BatchTitle, after delay: Duration, because report: TitleReport)

    /// Called when a title has ended, in success or failure.
    func end(_ report: TitleReport)
}
