import Dispatch
import Failures
import Glibc
import Presentations
import Synchronization
import Testing

@testable import Batch

/// The queue of titles, which returns each title once, and again if it is put back.
struct TitleQueueTests {
    private let cancellation = Cancellation()

    private func next(_ queue: TitleQueue) -> [Int]? {
        queue.next(cancellation).map { [$0.position, $0.attempt, $0.unfinishedCount] }
    }

    @Test func `Titles come in order, and each once`() {
        let queue = TitleQueue(count: 3)
        #expect(next(queue) == [0, 1, 3])
        #expect(next(queue) == [1, 1, 3])
        queue.finish()
        #expect(next(queue) == [2, 1, 2])
        queue.finish()
        queue.finish()
        #expect(next(queue) == nil)
    }

    @Test func `An empty queue is done`() {
        #expect(next(TitleQueue(count: 0)) == nil)
    }

    @Test func `What is put back comes before the others, as the next attempt`() throws {
        let queue = TitleQueue(count: 3)
        let first = try #require(queue.next(cancellation))
        queue.putBack(first, for: .zero, failedSince: .now)
        #expect(next(queue) == [0, 2, 3])
        queue.finish()
        #expect(next(queue) == [1, 1, 2])
    }

    @Test func `What has to wait lets others pass, and is waited for at the end`() throws {
        let queue = TitleQueue(count: 2)
        let first = try #require(queue.next(cancellation))
        queue.putBack(first, for: .milliseconds(50), failedSince: .now)
        #expect(next(queue) == [1, 1, 2])
        queue.finish()
        #expect(next(queue) == [0, 2, 1])
        queue.finish()
        #expect(next(queue) == nil)
    }

    @Test func `Who asks to stop gets nothing more`() throws {
        let queue = TitleQueue(count: 2)
        let first = try #require(queue.next(cancellation))
        queue.putBack(first, for: .seconds(3600), failedSince: .now)
        cancellation.cancel()
        #expect(next(queue) == nil)
    }

    @Test func `A queue that is stopped gives nothing more, not even what waits`() throws {
        let queue = TitleQueue(count: 2)
        let first = try #require(queue.next(cancellation))
        queue.putBack(first, for: .zero, failedSince: .now)
        queue.stop()
        #expect(next(queue) == nil)
    }

    @Test(.timeLimit(.minutes(5)))
    func `A thread that waits is woken by the end of the last title`() throws {
        let queue = TitleQueue(count: 1, interval: .seconds(3600))
        _ = queue.next(cancellation)
        let counts = try WorkerPool(jobs: 3).map(
            count: 3,
            makeState: {},
            { (_, index) throws(RunFailure) in
                guard index == 0 else { return queue.next(cancellation) == nil ? 1 : 0 }
                // The others wait by then.
                usleep(50_000)
                queue.finish()
                return 0
            }
        )
        #expect(counts == [0, 1, 1])
    }

    @Test func `Many threads take each title once`() throws {
        let queue = TitleQueue(count: 1000)
        let attempts = Mutex<[Int: Int]>([:])
        _ = try WorkerPool(jobs: 8).map(
            count: 8,
            makeState: {},
            { (_, _) throws(RunFailure) in
                while let item = queue.next(cancellation) {
                    attempts.withLock { $0[item.position, default: 0] += 1 }
                    // Every tenth title needs two attempts.
                    if item.attempt == 1, item.position.isMultiple(of: 10) {
                        queue.putBack(item, for: .zero, failedSince: .now)
                    } else {
                        queue.finish()
                    }
                }
            }
        )
        let counts = attempts.withLock(\.self)
        #expect(counts.count == 1000)
        #expect(counts.allSatisfy { $0.value == ($0.key.isMultiple(of: 10) ? 2 : 1) })
    }
}
