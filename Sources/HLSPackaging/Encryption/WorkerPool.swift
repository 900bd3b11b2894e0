import Foundation
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
    private func run(_ work: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for _ in 0..<jobs {
            group.enter()
            Thread {
                work()
                group.leave()
            }.start()
        }
        group.wait()
    }
}
