import BatchReports
package import Failures
import FoundationEssentials
package import KeyStore
package import Presentations
import Synchronization

/// A run of `fairlead batch`, which processes titles on several threads and reports the outcome of each.
///
/// A failed title does not stop the others, unless the key store is unreachable. After a transient failure, a
/// title is tried again in the same run. Of most titles of a large catalog only the positions are in memory, 4 bytes
/// for each: they are prepared once more when it is their turn.
package struct BatchRun {
    /// The delays before the second, the third, and the fourth and all later attempts at a title.
    private static let delays: [Duration] = [.seconds(1), .seconds(5), .seconds(15)]

    private let titles: BatchTitles
    private let options: BatchOptions
    private let store: any KeyRecordStore
    private let observer: any BatchObserver
    private let cancellation: Cancellation

    /// Creates a run over the titles of a shard.
    ///
    /// - Parameters:
    ///   - titles: the titles.
    ///   - options: the options of the run.
    ///   - store: the store of keys and of publications.
    ///   - observer: called as titles begin and end, from several threads.
    ///   - cancellation: stops the run; unfinished titles are then interrupted, or have no outcome.
    package init(
        _ titles: BatchTitles,
        options: BatchOptions,
        store: any KeyRecordStore,
        observer: any BatchObserver,
        cancellation: Cancellation
    ) {
        self.titles = titles
        self.options = options
        self.store = store
        self.observer = observer
        self.cancellation = cancellation
    }

    /// Processes all titles.
    ///
    /// Titles that are not begun have no outcome: those after a cancellation, after the key store became unreachable,
    /// or after the time for the run was over.
    ///
    /// - Throws: `RunFailure` if the manifest cannot be read any more, or outcomes cannot be recorded; then the titles in
    ///   progress have ended.
    package func execute() throws(RunFailure) {
        let processor = TitleProcessor(options: options, store: store, cancellation: cancellation)
        let prepared = PreparedTitles()
        let ready: [UInt32]
        do throws(RunFailure) {
            ready = try refuseTitles(prepared, processor)
        } catch {
            processor.outcomes.flush()
            throw error
        }
        let queue = TitleQueue(count: ready.count)
        // The last report of each title that is tried again.
        let delayed = Mutex<[Int: (TitleReport, output: String)]>([:])
        let unreadable = Mutex<RunFailure?>(nil)
        let stages = AbandonedStages()
        let end = options.budget.map { ContinuousClock.now + $0 }
        // The closure never throws; failures are in the reports.
        _ = try? WorkerPool(jobs: options.threadAllocation.titlesAtOnce).map(
            count: options.threadAllocation.titlesAtOnce,
            makeState: titles.makeReader,
            { (entry, _) throws(RunFailure) in
                while let item = queue.next(cancellation) {
                    let position = Int(ready[item.position])
                    let previous = delayed.withLock { $0.removeValue(forKey: position)?.0 }
                    if previous == nil, let end, end <= .now {
                        queue.beginNoOthers()
                        queue.finish()
                        continue
                    }
                    switch prepared.take(position).map({ .ready($0) }) ?? entry(position) {
                    case .unreadable(let failure):
                        unreadable.withLock { $0 = $0 ?? failure }
                        queue.stop()
                        queue.finish()
                    case .refused(let report, let output):
                        self.end(report, at: output, processor)
                        queue.finish()
                    case .ready(let title):
                        if options.mode == .publish { stages.remove(beside: title.output) }
                        let (report, error) = attempt(title, item, processor, previous: previous)
                        let failedSince = item.failedSince ?? .now
                        if error?.isTransient == true, let delay = delay(after: item, failedSince) {
                            prepared.keep(title, at: position)
                            delayed.withLock { $0[position] = (report, title.output) }
                            observer.willRetry(title, after: delay, because: report)
                            queue.putBack(item, for: delay, failedSince: failedSince)
                        } else {
                            // Every other title would wait for the store just as long.
                            if error?.kind == .storeUnavailable { queue.stop() }
                            self.end(report, at: title.output, processor)
                            queue.finish()
                        }
                    }
                }
            }
        )
        // No next attempt was made for these, so the report of the last attempt is final.
        for (report, output) in delayed.withLock({ $0.sorted { $0.key < $1.key }.map(\.value) }) {
            self.end(report, at: output, processor)
        }
        stages.removeAgain()
        try processor.outcomes.write()
        if let failure = unreadable.withLock(\.self) { throw failure }
    }

    /// Prepares all titles once, so that everything that can be refused is refused before the first title begins.
    ///
    /// - Returns: the positions of the titles that are ready.
    private func refuseTitles(
        _ prepared: PreparedTitles,
        _ processor: TitleProcessor
    ) throws(RunFailure) -> [UInt32] {
        let entry = titles.makeReader()
        var ready: [UInt32] = []
        ready.reserveCapacity(titles.count)
        for position in 0..<titles.count {
            guard !cancellation.isCancelled else { break }
            switch entry(position) {
            case .ready(let title):
                prepared.keep(title, at: position)
                ready.append(UInt32(position))
            case .refused(let report, let output): end(report, at: output, processor)
            case .unreadable(let failure): throw failure
            }
        }
        return ready
    }

    private func end(_ report: TitleReport, at output: String, _ processor: TitleProcessor) {
        processor.recordFailure(report, at: output)
        observer.end(report)
    }

    private func attempt(
        _ title: BatchTitle,
        _ item: TitleQueue.Item,
        _ processor: TitleProcessor,
        previous: TitleReport?
    ) -> (TitleReport, error: RunFailure?) {
        let progress = observer.begin(title, attempt: item.attempt)
        let start = ContinuousClock.now
        var (report, error) = processor.attempt(
            title,
            threads: options.threadAllocation.threads(withUnfinished: item.unfinishedCount),
            progress
        )
        report.seconds = (previous?.seconds ?? 0) + Double(start.duration(to: .now) / .seconds(1))
        report.attempts = item.attempt
        return (report, error)
    }

    /// Returns the delay before the next attempt, or nil if this was the last one.
    private func delay(
        after item: TitleQueue.Item,
        _ failedSince: ContinuousClock.Instant
    ) -> Duration? {
        guard !cancellation.isCancelled else { return nil }
        let delay = Self.delays[min(item.attempt, Self.delays.count) - 1]
        switch options.retries {
        case .attempts(let count): return item.attempt <= count ? delay : nil
        case .time(let limit): return failedSince.duration(to: .now) < limit ? delay : nil
        }
    }
}

/// Titles that were prepared and wait for their turn, as many as need little memory; the others are prepared again.
private final class PreparedTitles: Sendable {
    private static let limit = 4096

    private let titles = Mutex<[Int: BatchTitle]>([:])

    /// Keeps a title, unless there are many already.
    func keep(_ title: BatchTitle, at position: Int) {
        titles.withLock { if $0.count < Self.limit { $0[position] = title } }
    }

    /// Returns a title that was kept, and forgets it.
    func take(_ position: Int) -> BatchTitle? { titles.withLock { $0.removeValue(forKey: position) } }
}

/// The stages that killed runs left beside results.
private final class AbandonedStages: Sendable {
    /// The maximum number of folders that are looked at again when the run ends; most catalogs have one.
    private static let folderLimit = 1000

    private struct Folders {
        var seen = ByteStringHashes()
        var first: [String] = []
    }

    private let folders = Mutex(Folders())

    /// Removes the stages in the folder of a result, the first time that it is named.
    func remove(beside output: String) {
        guard let folder = Directory.parent(of: output) else { return }
        let isNew = folders.withLock { folders in
            guard folders.seen.insert(folder.utf8) else { return false }
            if folders.first.count < Self.folderLimit { folders.first.append(folder) }
            return true
        }
        if isNew { Stage.removeAbandonedStages(in: folder) }
    }

    /// Removes the stages of runs that were killed meanwhile.
    func removeAgain() {
        for folder in folders.withLock(\.first) { Stage.removeAbandonedStages(in: folder) }
    }
}

extension RunFailure {
    /// Indicates whether the same run may succeed some seconds later.
    ///
    /// Keys that are not provisioned yet do not count: they need a person or another job.
    fileprivate var isTransient: Bool {
        failureClass == .unavailable && kind != .interrupted && kind != .notProvisioned
    }
}
