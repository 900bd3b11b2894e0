package import Failures
import Synchronization

/// A request to stop, set from anywhere (signal, failed thread) and checked between pieces of work.
package final class Cancellation: Sendable {
    private let requested = Atomic<Bool>(false)

    /// Creates a request that is not set.
    package init() {}

    /// Requests that the work stops.
    package func cancel() {
        requested.store(true, ordering: .relaxed)
    }

    /// Indicates whether the work is to stop.
    package var isCancelled: Bool {
        requested.load(ordering: .relaxed)
    }

    /// Throws `RunFailure.interrupted` if the work is to stop.
    package func check() throws(RunFailure) {
        if isCancelled { throw .interrupted }
    }
}
