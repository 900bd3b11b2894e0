import Synchronization

/// The pieces of work that the threads of a `WorkerPool` share, by their indices, and what became of them.
package final class WorkQueue<Result: Sendable>: Sendable {
    private struct Outcome: Sendable {
        var results: [Result?]
        var failure: (index: Int, error: PresentationError)?
    }

    private let count: Int
    private let claimed = Atomic<Int>(0)
    private let failed = Atomic<Bool>(false)
    private let outcome: Mutex<Outcome>

    /// - Parameter count: how many pieces there are.
    package init(count: Int) {
        self.count = count
        outcome = Mutex(Outcome(results: Array(repeating: nil, count: count)))
    }

    /// Whether a piece failed: what is begun need not be ended.
    package var hasFailed: Bool { failed.load(ordering: .relaxed) }

    /// The next piece for who asks; nil when there is none, or one failed.
    package func next() -> Int? {
        guard !hasFailed else { return nil }
        let index = claimed.add(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }

    /// A piece is done.
    package func finish(_ index: Int, with result: Result) {
        outcome.withLock { $0.results[index] = result }
    }

    /// A piece failed.
    package func fail(_ index: Int, with error: PresentationError) {
        failed.store(true, ordering: .relaxed)
        outcome.withLock { outcome in
            if outcome.failure.map({ index < $0.index }) ?? true { outcome.failure = (index, error) }
        }
    }

    /// What all threads did, when they ended.
    ///
    /// - Returns: the results in the order of the indices.
    /// - Throws: of the failures that there were the one with the lowest index.
    func results() throws(PresentationError) -> [Result] {
        let outcome = outcome.withLock(\.self)
        if let failure = outcome.failure { throw failure.error }
        let results = outcome.results.compactMap(\.self)
        guard results.count == count else {
            throw .fault("\(results.count) of \(count) pieces of work were done")
        }
        return results
    }
}
