package import BatchReports
package import Presentations

/// Is told what happens in a batch, from several threads.
package protocol BatchObserver: Sendable {
    /// A title is begun, for the first time or again.
    ///
    /// - Returns: what is told how far it is.
    func begin(_ title: BatchTitle, attempt: Int) -> any ProgressSink

    /// An attempt failed in a way that is worth another one, after a while.
    func willRetry(_ title: BatchTitle, after delay: Duration, because report: TitleReport)

    /// A title is done, well or not.
    func end(_ report: TitleReport)
}
