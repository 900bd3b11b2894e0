import Synchronization

/// The waits of this process for key stores that others write, or that cannot be reached.
package enum StoreWaits {
    private static let isOver = Atomic(false)

    /// Indicates whether no call waits any more.
    static var areOver: Bool { isOver.load(ordering: .relaxed) }

    /// Ends all waits, present and future, because the process is about to end: calls that would wait throw
    /// `.storeUnavailable`.
    package static func end() {
        isOver.store(true, ordering: .relaxed)
    }
}
