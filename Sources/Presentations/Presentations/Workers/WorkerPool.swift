package import Failures
import Glibc

/// Runs independent pieces of blocking work on a fixed number of threads.
///
/// Uses threads and not tasks: the work waits for files, and `--jobs` may request more threads than there are
/// cores.
package struct WorkerPool: Sendable {
    /// The number of files reserved per thread: an input, an output or a file to compare with, and the
    /// initialization sections or tables of both.
    private static let filesPerThread = 8
    /// The number of files reserved for the rest of the process, with a key store.
    private static let reservedFileCount = 16

    private let jobs: Int
    private let threads: SpareThreads

    /// Creates a pool of up to `jobs` threads, at least one, as the limit of open files permits.
    package init(jobs: Int) {
        self.init(jobs: jobs, threads: .shared)
    }

    /// Creates a pool of the current thread and of some of `threads`.
    init(jobs: Int, threads: SpareThreads) {
        self.threads = threads
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let files = Int(clamping: limit.rlim_cur) - Self.reservedFileCount
        self.jobs = max(1, min(jobs, files / Self.filesPerThread))
    }

    /// Calls `body` for every index below `count`, with per-thread state from `makeState` (buffers).
    ///
    /// The results are in the order of the indices. After a failure no new piece begins, and the failure with
    /// the lowest index is thrown.
    package func map<State, Result: Sendable>(
        count: Int,
        makeState: @escaping @Sendable () -> State,
        _ body: @escaping @Sendable (inout State, Int) throws(RunFailure) -> Result
    ) throws(RunFailure) -> [Result] {
        try share(WorkQueue(count: count)) { queue in
            var state = makeState()
            while let index = queue.next() {
                do throws(RunFailure) {
                    queue.finish(index, with: try body(&state, index))
                } catch {
                    queue.fail(index, with: error)
                }
            }
        }
    }

    /// Calls `body` for every index below `count`, as `map` does, and adds results to `accumulator` in order.
    ///
    /// Uses memory for what `combine` keeps of the results, and not for all results.
    package func fold<State, Result: Sendable, Accumulator: Sendable>(
        count: Int,
        into accumulator: Accumulator,
        makeState: @escaping @Sendable () -> State,
        _ body: @escaping @Sendable (inout State, Int) throws(RunFailure) -> Result,
        _ combine: @escaping @Sendable (inout Accumulator, Result) -> Void
    ) throws(RunFailure) -> Accumulator {
        let fold = OrderedFold(into: accumulator, combine)
        _ = try map(count: count, makeState: makeState) { (state, index) throws(RunFailure) in
            fold.add(index, try body(&state, index))
        }
        return fold.accumulator
    }

    /// Lets every thread take pieces from a queue until none are left; a thread may hold several at once.
    ///
    /// A single piece is left to the current thread. If the system provides fewer threads than requested, those
    /// do all the work.
    ///
    /// - Parameters:
    ///   - queue: the pieces of work.
    ///   - work: the loop that each thread runs.
    /// - Returns: the results in the order of the indices.
    /// - Throws: the failure with the lowest index.
    package func share<Result: Sendable>(
        _ queue: WorkQueue<Result>,
        _ work: @escaping @Sendable (WorkQueue<Result>) -> Void
    ) throws(RunFailure) -> [Result] {
        threads.run(helperLimit: min(jobs, queue.count) - 1) { work(queue) }
        return try queue.results()
    }
}
