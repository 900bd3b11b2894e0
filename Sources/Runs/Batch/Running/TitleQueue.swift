import Dispatch
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
        /// The number of threads that wait for a change.
        var waitingCount = 0

        var delayedCount: Int { delayed.values.reduce(0) { $0 + $1.count } }
    }

    private let count: Int
    /// The time after which a thread that waits for a title looks again: for one that became ready, and for a
    /// cancellation.
    private let interval: DispatchTimeInterval
    private let state = Mutex(State())
    /// Signalled once for each waiting thread when a title ends or is put back.
    private let changes = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - count: the number of titles.
    ///   - interval: the time after which a thread that waits looks again without a change.
    init(count: Int, interval: DispatchTimeInterval = .milliseconds(20)) {
        self.count = count
        self.interval = interval
    }

    /// Returns the next title, and waits if titles may still be put back or become ready.
    ///
    /// - Returns: the title, or nil if all titles have ended or the run was canceled or stopped.
    func next(_ cancellation: Cancellation) -> Item? {
        while !cancellation.isCancelled {
            switch tryNext() {
            case .item(let item): return item
            case .finished: return nil
            case .waitForItem:
                guard changes.wait(timeout: .now() + interval) == .timedOut else { continue }
                state.withLock { $0.waitingCount = max(0, $0.waitingCount - 1) }
            }
        }
        return nil
    }

    /// Stops the queue: `next` returns no more titles, including those put back.
    func stop() {
        change { $0.isStopped = true }
    }

    /// Changes the state, and wakes the threads that wait.
    private func change(_ body: (inout State) -> Void) {
        let waitingCount = state.withLock { state in
            body(&state)
            defer { state.waitingCount = 0 }
            return state.waitingCount
        }
        for _ in 0..<waitingCount { changes.signal() }
    }

    /// Records that a title has ended.
    func finish() {
        change { $0.runningCount -= 1 }
    }

    /// Puts a title back for its next attempt, which begins after `delay` at the earliest.
    ///
    /// `failedSince` is the time of its first failed attempt.
    func putBack(_ item: Item, for delay: Duration, failedSince: ContinuousClock.Instant) {
        let readyAt = ContinuousClock.now + delay
        change { state in
            state.runningCount -= 1
            state.delayed[item.attempt + 1, default: []].append(
                Delayed(position: item.position, readyAt: readyAt, failedSince: failedSince)
            )
        }
    }

    /// Has only titles that were put back begin another attempt.
    func beginNoOthers() {
        change { $0.nextPosition = count }
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
            guard state.delayedCount > 0 || state.runningCount > 0 else { return .finished }
            state.waitingCount += 1
            return .waitForItem
        }
    }
}
