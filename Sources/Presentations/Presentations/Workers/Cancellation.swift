import Synchronization

/// A request to stop, set from anywhere (a signal, another thread's failure) and looked at between pieces of work.
package final class Cancellation: Sendable {
    private let requested = Atomic<Bool>(false)

    /// Nobody has asked to stop yet.
    package init() {}

    /// Asks to stop.
    package func cancel() {
        requested.store(true, ordering: .relaxed)
    }

    /// Whether somebody asked to stop.
    package var isCancelled: Bool {
        requested.load(ordering: .relaxed)
    }

    /// Throws when somebody asked to stop.
    package func check() throws(PresentationError) {
        if isCancelled { throw .interrupted }
    }
}
