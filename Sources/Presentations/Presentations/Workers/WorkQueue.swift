package import Failures
import Synchronization

/// A queue of indexed pieces of work that the threads of a `WorkerPool` share, with their results.
package final class WorkQueue<Result: Sendable>: Sendable {
    private struct Outcome: Sendable {
        var results: [Result?]
        var failure: (index: Int, error: RunFailure)?
    }

    /// The number of pieces.
    let count: Int
    private let claimed = Atomic<Int>(0)
    private let failed = Atomic<Bool>(false)
    private let outcome: Mutex<Outcome>

    /// - Parameter count: the number of pieces.
    package init(count: Int) {
        self.count = count
        outcome = Mutex(Outcome(results: Array(repeating: nil, count: count)))
    }

    /// Indicates whether a piece failed, so that threads may abandon pieces in progress.
    package var hasFailed: Bool { failed.load(ordering: .relaxed) }

    /// Claims the next piece and returns its index, or nil if none is left or one failed.
    package func next() -> Int? {
        guard !hasFailed else { return nil }
        let index = claimed.add(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }

    /// Stores the result of a piece.
    package func finish(_ index: Int, with result: Result) {
        outcome.withLock { $0.results[index] = result }
    }

    /// Stores the failure of a piece and stops the queue.
    package func fail(_ index: Int, with error: RunFailure) {
        failed.store(true, ordering: .relaxed)
        outcome.withLock { outcome in
            if outcome.failure.map({ index < $0.index }) ?? true { outcome.failure = (index, error) }
        }
    }

    /// Returns the results after all threads have ended.
    ///
    /// - Returns: the results in the order of the indices.
    /// - Throws: the failure with the lowest index.
    func results() throws(RunFailure) -> [Result] {
        // Closures: a key path in a generic function is made at each call, which takes microseconds.
        let outcome = outcome.withLock { $0 }
        if let failure = outcome.failure { throw failure.error }
        let results = outcome.results.compactMap { $0 }
        guard results.count == count else {
            throw .fault("\(results.count) of \(count) pieces of work were done")
        }
        return results
    }
}
