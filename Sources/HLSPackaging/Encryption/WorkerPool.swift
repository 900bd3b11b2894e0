import Glibc
import Synchronization

/// Runs independent pieces of blocking work on a fixed number of threads.
///
/// Threads and not tasks: the work waits for files, and `--jobs` may ask for more threads than there are cores.
package struct WorkerPool: Sendable {
    private let jobs: Int

    /// A pool of `jobs` threads, at least one.
    package init(jobs: Int) {
        self.jobs = max(1, jobs)
    }

    /// Does `body` for every index below `count`, each thread with a state of its own from `makeState` (its buffers).
    ///
    /// The results are in the order of the indices. After a failure no new piece is begun, and the failure with the
    /// lowest index is thrown.
    package func map<State, Result: Sendable>(
        count: Int,
        makeState: @escaping @Sendable () -> State,
        _ body: @escaping @Sendable (inout State, Int) throws(PackagingError) -> Result
    ) throws(PackagingError) -> [Result] {
        let next = Atomic<Int>(0)
        let failed = Atomic<Bool>(false)
        let outcome = Mutex(Outcome<Result>(count: count))
        run { @Sendable in
            var state = makeState()
            while !failed.load(ordering: .relaxed) {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                do throws(PackagingError) {
                    let result = try body(&state, index)
                    outcome.withLock { $0.results[index] = result }
                } catch {
                    failed.store(true, ordering: .relaxed)
                    outcome.withLock { $0.note(error, at: index) }
                }
            }
        }
        let finished = outcome.withLock(\.self)
        if let failure = finished.failure { throw failure.error }
        return finished.results.compactMap(\.self)
    }

    private struct Outcome<Result: Sendable>: Sendable {
        var results: [Result?]
        var failure: (index: Int, error: PackagingError)?

        init(count: Int) {
            results = Array(repeating: nil, count: count)
        }

        mutating func note(_ error: PackagingError, at index: Int) {
            if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
        }
    }

    /// Runs `work` once on each thread and waits for all.
    ///
    /// Where the system gives fewer threads than were asked for, those do all; at the least this one does.
    private func run(_ work: @escaping @Sendable () -> Void) {
        var threads: [pthread_t] = []
        while threads.count < jobs, let thread = Self.start(work) { threads.append(thread) }
        if threads.isEmpty { work() }
        for thread in threads { pthread_join(thread, nil) }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
        let retained = unsafe Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            },
            retained.toOpaque()
        )
        guard code == 0 else {
            unsafe retained.release()
            return nil
        }
        return thread
    }
}
