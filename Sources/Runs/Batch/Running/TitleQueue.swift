import Glibc
import Presentations
import Synchronization

/// The titles that are still to be done, for several threads: each once, and again after a while where that is worth it.
final class TitleQueue: Sendable {
    /// A title to begin.
    struct Item: Sendable {
        /// Its place among the titles of the run.
        let position: Int
        /// Which attempt it is, from 1.
        let attempt: Int
        /// The titles that are not done, this one among them.
        let unfinished: Int
    }

    private struct Delayed {
        let position: Int
        let readyAt: ContinuousClock.Instant
    }

    private struct State {
        var next = 0
        var running = 0
        /// By the number of the attempt that they wait for, all of one equally long: who came first goes first.
        var delayed: [Int: ArraySlice<Delayed>] = [:]
        var isStopped = false

        var delayedCount: Int { delayed.values.reduce(0) { $0 + $1.count } }
    }

    /// How often a thread that has nothing to do looks again, in microseconds.
    private static let interval: UInt32 = 20_000

    private let count: Int
    private let state = Mutex(State())

    /// A queue of `count` titles.
    init(count: Int) {
        self.count = count
    }

    /// The next title; waits for those that have to wait.
    ///
    /// Nil when all are done, or somebody asked to stop, the whole run or the queue.
    func next(_ cancellation: Cancellation) -> Item? {
        while !cancellation.isCancelled {
            switch take() {
            case .item(let item): return item
            case .nothing: return nil
            case .later: usleep(Self.interval)
            }
        }
        return nil
    }

    /// Gives out nothing more, and nothing that waits again.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// Takes note that a title is done.
    func finish() {
        state.withLock { $0.running -= 1 }
    }

    /// Puts a title back.
    func putBack(_ item: Item, for delay: Duration) {
        let readyAt = ContinuousClock.now + delay
        state.withLock { state in
            state.running -= 1
            state.delayed[item.attempt + 1, default: []].append(
                Delayed(position: item.position, readyAt: readyAt)
            )
        }
    }

    /// Those that were put back and not taken again.
    var waiting: [Int] {
        state.withLock { $0.delayed.values.flatMap { $0.map(\.position) } }.sorted()
    }

    private enum Taken {
        case item(Item)
        case later
        case nothing
    }

    /// Those that had to wait go first.
    private func take() -> Taken {
        let now = ContinuousClock.now
        return state.withLock { state in
            guard !state.isStopped else { return .nothing }
            let unfinished = count - state.next + state.running + state.delayedCount
            let ready = state.delayed.filter { $0.value.first.map { $0.readyAt <= now } ?? false }
            if let attempt = ready.keys.max(), let first = state.delayed[attempt]?.popFirst() {
                state.running += 1
                return .item(Item(position: first.position, attempt: attempt, unfinished: unfinished))
            }
            if state.next < count {
                state.next += 1
                state.running += 1
                return .item(Item(position: state.next - 1, attempt: 1, unfinished: unfinished))
            }
            // What runs may be put back.
            return state.delayedCount == 0 && state.running == 0 ? .nothing : .later
        }
    }
}
