import Glibc
import Presentations
import Synchronization

/// A queue of unfinished titles for several threads, which can put titles back for another attempt.
final class TitleQueue: Sendable {
    /// A title to process.
    struct Item: Sendable {
        /// The position among the titles of the run, from 0.
        let position: Int
        /// The number of the attempt, from 1.
        let attempt: Int
        /// The number of unfinished titles, including this one.
        let unfinishedCount: Int
        /// The time of the first failed attempt, or nil if none has failed.
        let failedSince: ContinuousClock.Instant?
    }

    private struct Delayed {
        let position: Int
        let readyAt: ContinuousClock.Instant
        let failedSince: ContinuousClock.Instant
    }

    private struct State {
        var nextPosition = 0
        var runningCount = 0
        /// The titles put back, by the number of their next attempt.
        ///
        /// All of one number wait equally long, so the first put back is the first that is ready.
        var delayed: [Int: ArraySlice<Delayed>] = [:]
        var isStopped = false

        var delayedCount: Int { delayed.values.reduce(0) { $0 + $1.count } }
    }

    /// The polling interval of a thread that waits for a title, in microseconds.
    private static let interval: UInt32 = 20_000

    private let count: Int
    private let state = Mutex(State())

    init(count: Int) {
        self.count = count
    }

    /// Returns the next title, and waits if titles may still be put back or become ready.
    ///
    /// - Returns: the title, or nil if all titles have ended or the run was canceled or stopped.
    func next(_ cancellation: Cancellation) -> Item? {
        while !cancellation.isCancelled {
            switch tryNext() {
            case .item(let item): return item
            case .finished: return nil
            case .waitForItem: usleep(Self.interval)
            }
        }
        return nil
    }

    /// Stops the queue: `next` returns no more titles, including those put back.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// Records that a title has ended.
    func finish() {
        state.withLock { $0.runningCount -= 1 }
    }

    /// Puts a title back for its next attempt, which begins after `delay` at the earliest.
    ///
    /// `failedSince` is the time of its first failed attempt.
    func putBack(_ item: Item, for delay: Duration, failedSince: ContinuousClock.Instant) {
        let readyAt = ContinuousClock.now + delay
        state.withLock { state in
            state.runningCount -= 1
            state.delayed[item.attempt + 1, default: []].append(
                Delayed(position: item.position, readyAt: readyAt, failedSince: failedSince)
            )
        }
    }

    /// The positions of titles that were put back and not returned again.
    var waiting: [Int] {
        state.withLock { $0.delayed.values.flatMap { $0.map(\.position) } }.sorted()
    }

    private enum NextItem {
        case item(Item)
        case waitForItem
        case finished
    }

    /// Takes a title; those that are ready for another attempt come first.
    private func tryNext() -> NextItem {
        let now = ContinuousClock.now
        return state.withLock { state in
            guard !state.isStopped else { return .finished }
            let unfinishedCount = count - state.nextPosition + state.runningCount + state.delayedCount
            let ready = state.delayed.filter { $0.value.first.map { $0.readyAt <= now } ?? false }
            if let attempt = ready.keys.max(), let first = state.delayed[attempt]?.popFirst() {
                state.runningCount += 1
                return .item(
                    Item(
                        position: first.position,
                        attempt: attempt,
                        unfinishedCount: unfinishedCount,
                        failedSince: first.failedSince
                    )
                )
            }
            if state.nextPosition < count {
                state.nextPosition += 1
                state.runningCount += 1
                return .item(
                    Item(
                        position: state.nextPosition - 1,
                        attempt: 1,
                        unfinishedCount: unfinishedCount,
                        failedSince: nil
                    )
                )
            }
            // Titles in progress may still be put back.
            return state.delayedCount == 0 && state.runningCount == 0 ? .finished : .waitForItem
        }
    }
}
