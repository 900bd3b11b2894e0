import Dispatch
import Synchronization

/// Threads that help worker pools, and are kept from one pool to the next.
///
/// To start a thread and to wait for its end takes longer than to encrypt a short segment, and each title of a
/// batch needs several pools. There are as many threads as all pools needed at once, until the process ends.
final class SpareThreads: Sendable {
    /// Work that a thread began for a pool.
    private struct Help {
        let work: @Sendable () -> Void
        /// Signalled when the work has returned.
        let ends: DispatchSemaphore
    }

    /// The work of a pool that threads may begin.
    private struct Offer {
        let identifier: Int
        let help: Help
        /// The number of threads that may still begin the work.
        var remainingHelperCount: Int
        /// The number of threads that began it.
        var helperCount = 0
    }

    private struct State {
        var offers: [Offer] = []
        var offerCount = 0
        var threadCount = 0
        /// The number of threads that work.
        var busyCount = 0
        /// The number of threads that wait and have not been woken.
        var sleepingCount = 0

        /// Adds an offer, and returns the number of threads to wake and the number to start.
        mutating func add(_ help: Help, helperLimit: Int) -> (identifier: Int, woken: Int, started: Int) {
            offerCount += 1
            offers.append(Offer(identifier: offerCount, help: help, remainingHelperCount: helperLimit))
            let wantedCount = offers.reduce(0) { $0 + $1.remainingHelperCount }
            // Threads that are neither busy nor asleep are about to look for work.
            let started = max(0, min(helperLimit, wantedCount - (threadCount - busyCount)))
            let woken = min(helperLimit, sleepingCount)
            threadCount += started
            sleepingCount -= woken
            return (offerCount, woken, started)
        }

        /// Returns the work of the oldest offer, which the thread begins, or marks the thread as asleep.
        mutating func begin() -> Help? {
            guard let index = offers.firstIndex(where: { $0.remainingHelperCount > 0 }) else {
                sleepingCount += 1
                return nil
            }
            offers[index].remainingHelperCount -= 1
            offers[index].helperCount += 1
            busyCount += 1
            return offers[index].help
        }

        /// Removes an offer, and returns the number of threads that began its work.
        mutating func remove(_ identifier: Int) -> Int {
            guard let index = offers.firstIndex(where: { $0.identifier == identifier }) else { return 0 }
            return offers.remove(at: index).helperCount
        }
    }

    /// The threads of the process.
    static let shared = SpareThreads()

    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)

    /// The number of threads that were started.
    var count: Int { state.withLock(\.threadCount) }

    /// Runs `work` on the current thread and on up to `helperLimit` others, and waits for all that began it.
    ///
    /// What the current thread has done before another one begins needs no help. If the system refuses threads,
    /// fewer help.
    func run(helperLimit: Int, _ work: @escaping @Sendable () -> Void) {
        guard helperLimit > 0 else { return work() }
        let help = Help(work: work, ends: DispatchSemaphore(value: 0))
        let (identifier, woken, started) = state.withLock { $0.add(help, helperLimit: helperLimit) }
        for _ in 0..<woken { wakeUps.signal() }
        for index in 0..<started where (try? WorkerThread { self.help() }) == nil {
            state.withLock { $0.threadCount -= started - index }
            break
        }
        work()
        let helperCount = state.withLock { $0.remove(identifier) }
        for _ in 0..<helperCount { help.ends.wait() }
    }

    /// Helps for as long as the process runs.
    private func help() -> Never {
        while true {
            guard let help = state.withLock({ $0.begin() }) else {
                wakeUps.wait()
                continue
            }
            help.work()
            state.withLock { $0.busyCount -= 1 }
            help.ends.signal()
        }
    }
}
