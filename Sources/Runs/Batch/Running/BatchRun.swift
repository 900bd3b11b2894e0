package import BatchReports
import FoundationEssentials
package import KeyStore
package import Presentations
import Synchronization

/// One run of `fairlead batch`: titles one after the other on several threads, each with what became of it.
///
/// A title that fails stops no other, unless the key store is out of reach. One that failed in passing is tried again in the
/// same run.
package struct BatchRun {
    /// How long a title waits before its next attempt; the last one counts for all further ones.
    private static let delays: [Duration] = [.seconds(1), .seconds(5), .seconds(15)]

    private let entries: [BatchEntry]
    private let options: BatchOptions
    private let store: any KeyRecordStore
    private let observer: any BatchObserver
    private let cancellation: Cancellation

    /// A run over the titles of a shard.
    ///
    /// - Parameters:
    ///   - entries: the titles, in the order of the manifest.
    ///   - options: how they are run.
    ///   - store: where keys are, and what was published.
    ///   - observer: is told what happens.
    ///   - cancellation: stops the work: titles that are not done are waiting or interrupted then.
    package init(
        _ entries: [BatchEntry],
        options: BatchOptions,
        store: any KeyRecordStore,
        observer: any BatchObserver,
        cancellation: Cancellation
    ) {
        self.entries = entries
        self.options = options
        self.store = store
        self.observer = observer
        self.cancellation = cancellation
    }

    /// Does the run.
    ///
    /// - Returns: what became of each title, in the order of the manifest.
    package func execute() -> [TitleReport] {
        let titles = entries.compactMap { entry in
            if case .ready(let title) = entry { title } else { nil }
        }
        collectDeadStages(of: titles)
        let reports = run(titles)
        collectDeadStages(of: titles)
        var ended = reports.makeIterator()
        return entries.compactMap { entry in
            switch entry {
            case .refused(let report): report
            case .ready: ended.next()
            }
        }
    }

    private func run(_ titles: [BatchTitle]) -> [TitleReport] {
        let queue = TitleQueue(count: titles.count)
        let reports = Mutex<[TitleReport?]>(Array(repeating: nil, count: titles.count))
        let work = TitleWork(options: options, store: store, cancellation: cancellation)
        // The work fails in no other way than by a report.
        _ = try? WorkerPool(jobs: options.share.workers).map(
            count: options.share.workers,
            makeState: {},
            { (_, _) throws(PresentationError) in
                while let item = queue.next(cancellation) {
                    let title = titles[item.position]
                    let previous = reports.withLock { $0[item.position] }
                    let (report, error) = attempt(title, item, work, previous: previous)
                    reports.withLock { $0[item.position] = report }
                    if error?.isTransient == true, let delay = delay(after: item.attempt) {
                        observer.willRetry(title, after: delay, because: report)
                        queue.putBack(item, for: delay)
                    } else {
                        // Each further title would wait for the store as long as this one did.
                        if error?.isOfStoreOutOfReach == true { queue.stop() }
                        work.note(report, of: title)
                        observer.end(report)
                        queue.finish()
                    }
                }
            }
        )
        // Their next attempt did not come: what the last one said stays.
        for position in queue.waiting {
            guard let report = reports.withLock({ $0[position] }) else { continue }
            work.note(report, of: titles[position])
            observer.end(report)
        }
        work.failures.flush()
        return reports.withLock { reports in
            zip(titles, reports).map { title, report in report ?? title.report(.waiting) }
        }
    }

    private func attempt(
        _ title: BatchTitle,
        _ item: TitleQueue.Item,
        _ work: TitleWork,
        previous: TitleReport?
    ) -> (TitleReport, error: PresentationError?) {
        let progress = observer.begin(title, attempt: item.attempt)
        let start = ContinuousClock.now
        var (report, error) = work.attempt(
            title,
            threads: options.share.threads(withUnfinished: item.unfinished),
            progress
        )
        report.seconds = (previous?.seconds ?? 0) + Double(start.duration(to: .now) / .seconds(1))
        report.attempts = item.attempt
        return (report, error)
    }

    /// How long to wait for the next attempt; nil where this was the last one.
    private func delay(after attempt: Int) -> Duration? {
        guard attempt <= options.retries, !cancellation.isCancelled else { return nil }
        return Self.delays[min(attempt, Self.delays.count) - 1]
    }

    /// Removes what killed runs left beside the results, once for all titles.
    private func collectDeadStages(of titles: [BatchTitle]) {
        guard options.mode == .publish else { return }
        for parent in Set(titles.compactMap { Directory.parent(of: $0.output) }) {
            Stage.collectDeadStages(in: parent)
        }
    }
}
