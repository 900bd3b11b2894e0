import Glibc

/// Runs independent pieces of blocking work on a fixed number of threads.
///
/// Threads and not tasks: the work waits for files, and `--jobs` may ask for more threads than there are cores.
package struct WorkerPool: Sendable {
    /// A thread has a file open and another beside it, of what it writes or compares with, and the sections or tables of both.
    private static let filesOfThread = 8
    /// What a process has open besides, with a key store.
    private static let filesOfProcess = 16

    private let jobs: Int

    /// A pool of `jobs` threads, at least one, and no more than may have their files open at once.
    package init(jobs: Int) {
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let files = Int(clamping: limit.rlim_cur) - Self.filesOfProcess
        self.jobs = max(1, min(jobs, files / Self.filesOfThread))
    }

    /// Does `body` for every index below `count`, each thread with a state of its own from `makeState` (its buffers).
    ///
    /// The results are in the order of the indices. After a failure no new piece is begun, and the failure with the
    /// lowest index is thrown.
    package func map<State, Result: Sendable>(
        count: Int,
        makeState: @escaping @Sendable () -> State,
        _ body: @escaping @Sendable (inout State, Int) throws(PresentationError) -> Result
    ) throws(PresentationError) -> [Result] {
        try share(WorkQueue(count: count)) { queue in
            var state = makeState()
            while let index = queue.next() {
                do throws(PresentationError) {
                    queue.finish(index, with: try body(&state, index))
                } catch {
                    queue.fail(index, with: error)
                }
            }
        }
    }

    /// Does `body` for every index below `count`, as `map` does, and adds the results to `accumulator` in the order of the indices.
    ///
    /// Memory grows with what `take` keeps of a result, and not with the results.
    package func fold<State, Result: Sendable, Accumulator: Sendable>(
        count: Int,
        into accumulator: Accumulator,
        makeState: @escaping @Sendable () -> State,
        _ body: @escaping @Sendable (inout State, Int) throws(PresentationError) -> Result,
        _ take: @escaping @Sendable (inout Accumulator, Result) -> Void
    ) throws(PresentationError) -> Accumulator {
        let fold = OrderedFold(into: accumulator, take)
        _ = try map(count: count, makeState: makeState) { (state, index) throws(PresentationError) in
            fold.add(index, try body(&state, index))
        }
        return fold.accumulator
    }

    /// Lets every thread take pieces out of a queue until there are none: several at once, if it likes.
    ///
    /// - Parameters:
    ///   - queue: the pieces.
    ///   - work: what a thread does.
    /// - Returns: the results in the order of the indices.
    /// - Throws: the failure with the lowest index.
    package func share<Result: Sendable>(
        _ queue: WorkQueue<Result>,
        _ work: @escaping @Sendable (WorkQueue<Result>) -> Void
    ) throws(PresentationError) -> [Result] {
        run { @Sendable in work(queue) }
        return try queue.results()
    }

    /// Runs `work` once on each thread, of which this one is the first, and waits for all.
    ///
    /// Where the system gives fewer threads than were asked for, those do all; at the least this one does.
    private func run(_ work: @escaping @Sendable () -> Void) {
        var threads: [WorkerThread] = []
        while threads.count < jobs - 1, let thread = try? WorkerThread(work) { threads.append(thread) }
        work()
        for thread in threads { thread.join() }
    }
}
