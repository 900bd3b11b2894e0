import Dispatch
import Glibc
import Synchronization

/// Threads for blocking work: handlers, and reading of files.
///
/// There is a thread for each piece of work, at most one for each connection, so that long work does not
/// delay other work.
final class HandlerThreads: Sendable {
    private typealias Work = @Sendable () -> Void

    private struct State {
        var waiting: [Work] = []
        var threads = 0
        var idle = 0
        var isEnding = false

        mutating func pause() -> Pause {
            if !waiting.isEmpty { return .work }
            if isEnding { return .end }
            guard idle < HandlerThreads.spare else {
                threads -= 1
                return .leave
            }
            idle += 1
            return .wait
        }
    }

    /// The next action of a thread that found no work.
    private enum Pause {
        case wait
        case work
        case leave
        case end
    }

    /// The number of threads that are kept while there is no work.
    private static let spare = 8

    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)
    private let ends = DispatchSemaphore(value: 0)

    /// Runs `body` on one of the threads and returns its result.
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            begin { continuation.resume(returning: body()) }
        }
    }

    /// Waits until all work is done and all threads have ended; no new work may be added.
    func end() {
        let threads = state.withLock { state in
            state.isEnding = true
            state.idle = 0
            return state.threads
        }
        for _ in 0..<threads { wakeUps.signal() }
        for _ in 0..<threads { ends.wait() }
    }

    private func begin(_ work: @escaping Work) {
        let needsThread = state.withLock { state in
            state.waiting.append(work)
            if state.idle > 0 {
                state.idle -= 1
                return false
            }
            state.threads += 1
            return true
        }
        guard needsThread else {
            wakeUps.signal()
            return
        }
        guard !startThread() else { return }
        // The system refuses a thread: the other threads do the work, or the caller if there are none.
        let isAlone = state.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        if isAlone { next()?() }
    }

    private func startThread() -> Bool {
        let threads = unsafe Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<HandlerThreads>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            },
            threads.toOpaque()
        )
        guard code == 0 else {
            unsafe threads.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func next() -> Work? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }

    /// Works until the end, or until enough other threads are idle.
    private func work() {
        while true {
            while let work = next() { work() }
            switch state.withLock({ $0.pause() }) {
            case .wait: wakeUps.wait()
            case .work: continue
            case .leave: return
            case .end:
                ends.signal()
                return
            }
        }
    }
}
