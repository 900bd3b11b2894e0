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
        var waitingWork: [Work] = []
        var threadCount = 0
        var idleThreadCount = 0
        var isEnding = false

        mutating func nextAction() -> NextAction {
            if !waitingWork.isEmpty { return .work }
            if isEnding { return .end }
            guard idleThreadCount < HandlerThreads.spareThreadLimit else {
                threadCount -= 1
                return .leave
            }
            idleThreadCount += 1
            return .wait
        }
    }

    /// The next action of a thread that found no work.
    private enum NextAction {
        case wait
        case work
        case leave
        case end
    }

    /// The number of threads that are kept while there is no work.
    private static let spareThreadLimit = 8

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
        let threadCount = state.withLock { state in
            state.isEnding = true
            state.idleThreadCount = 0
            return state.threadCount
        }
        for _ in 0..<threadCount { wakeUps.signal() }
        for _ in 0..<threadCount { ends.wait() }
    }

    private func begin(_ work: @escaping Work) {
        let needsThread = state.withLock { state in
            state.waitingWork.append(work)
            if state.idleThreadCount > 0 {
                state.idleThreadCount -= 1
                return false
            }
            state.threadCount += 1
            return true
        }
        guard needsThread else {
            wakeUps.signal()
            return
        }
        guard !startThread() else { return }
        // The system refuses a thread: the other threads do the work, or the caller if there are none.
        let isAlone = state.withLock { state in
            state.threadCount -= 1
            return state.threadCount == 0
        }
        if isAlone { nextWork()?() }
    }

    private func startThread() -> Bool {
        let retainedSelf = unsafe Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<HandlerThreads>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            },
            retainedSelf.toOpaque()
        )
        guard code == 0 else {
            unsafe retainedSelf.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func nextWork() -> Work? {
        state.withLock { $0.waitingWork.isEmpty ? nil : $0.waitingWork.removeFirst() }
    }

    /// Works until the end, or until enough other threads are idle.
    private func work() {
        while true {
            while let work = nextWork() { work() }
            switch state.withLock({ $0.nextAction() }) {
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
