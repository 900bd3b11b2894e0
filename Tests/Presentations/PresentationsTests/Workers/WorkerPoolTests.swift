import Dispatch
import Failures
import Foundation
import Glibc
import PresentationFixtures
import Synchronization
import Testing

@testable import Presentations

struct WorkerPoolTests {
    private static func failure(_ index: Int) -> RunFailure {
        .mediaFileChanged(file: TreePath("\(index)"))
    }

    @Test(arguments: [-1, 0, 1, 3, 64])
    func resultsAreInOrder(jobs: Int) throws {
        let results = try WorkerPool(jobs: jobs).map(
            count: 40,
            makeState: {},
            { (_, index) throws(RunFailure) in
                // Later pieces end earlier.
                usleep(UInt32(40 - index) * 50)
                return index * index
            }
        )
        #expect(results == (0..<40).map { $0 * $0 })
    }

    @Test(arguments: [1, 3, 64])
    func foldTakesResultsInOrder(jobs: Int) throws {
        let results = try WorkerPool(jobs: jobs).fold(
            count: 40,
            into: [Int](),
            makeState: {},
            { (_, index) throws(RunFailure) in
                // Later pieces end earlier.
                usleep(UInt32(40 - index) * 50)
                return index
            },
            { results, index in results.append(index) }
        )
        #expect(results == Array(0..<40))
    }

    @Test func foldThrowsTheFirstFailure() {
        #expect(throws: Self.failure(3)) {
            _ = try WorkerPool(jobs: 4).fold(
                count: 40,
                into: 0,
                makeState: {},
                { (_, index) throws(RunFailure) in
                    if index >= 3 { throw Self.failure(index) }
                    return index
                },
                { sum, index in sum += index }
            )
        }
    }

    @Test func nothingToDo() throws {
        let results = try WorkerPool(jobs: 4).map(
            count: 0,
            makeState: {},
            { (_, index) throws(RunFailure) in index }
        )
        #expect(results.isEmpty)
    }

    /// A thread keeps its state from piece to piece; the states of all threads together count every piece.
    @Test func eachThreadHasItsState() throws {
        let states = Atomic<Int>(0)
        let results = try WorkerPool(jobs: 3).map(
            count: 30,
            makeState: { (name: states.add(1, ordering: .relaxed).newValue, pieces: 0) },
            { (state, _) throws(RunFailure) in
                state.pieces += 1
                usleep(200)
                return [state.name, state.pieces]
            }
        )
        #expect(states.load(ordering: .relaxed) == 3)
        let counts = Dictionary(grouping: results, by: { $0[0] }).mapValues { $0.map { $0[1] } }
        for pieces in counts.values { #expect(pieces == Array(1...pieces.count)) }
    }

    // MARK: The threads

    @Test(arguments: [(1, 40), (4, 1), (4, 0)])
    func oneJobOrPieceStartsNoThread(jobs: Int, count: Int) throws {
        let threads = SpareThreads()
        let results = try WorkerPool(jobs: jobs, threads: threads).map(
            count: count,
            makeState: {},
            { (_, index) throws(RunFailure) in index }
        )
        #expect(results == Array(0..<count))
        #expect(threads.count == 0)
    }

    /// Both pieces of a round run at once, so that each round needs the second thread.
    @Test(.timeLimit(.minutes(5)))
    func threadsAreKeptFromPoolToPool() throws {
        let threads = SpareThreads()
        let pool = WorkerPool(jobs: 2, threads: threads)
        for _ in 0..<200 {
            let begun = Atomic<Int>(0)
            _ = try pool.map(
                count: 2,
                makeState: {},
                { (_, index) throws(RunFailure) in
                    begun.add(1, ordering: .relaxed)
                    while begun.load(ordering: .relaxed) < 2 { sched_yield() }
                    return index
                }
            )
        }
        #expect(threads.count == 1)
    }

    /// Pools inside of a pool, as those of the titles of a batch, need the threads of all at once.
    @Test func poolsShareThreads() throws {
        let threads = SpareThreads()
        for _ in 0..<20 {
            let sums = try WorkerPool(jobs: 2, threads: threads).map(
                count: 4,
                makeState: {},
                { (_, index) throws(RunFailure) in
                    try WorkerPool(jobs: 3, threads: threads).map(
                        count: 50,
                        makeState: {},
                        { (_, piece) throws(RunFailure) in index * piece }
                    ).reduce(0, +)
                }
            )
            #expect(sums == [0, 1225, 2450, 3675])
        }
        #expect(threads.count <= 5)
    }

    @Test func noMoreThreadsThanJobs() throws {
        let running = Mutex((now: 0, most: 0))
        _ = try WorkerPool(jobs: 3).map(
            count: 30,
            makeState: {},
            { (_, index) throws(RunFailure) in
                running.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                usleep(500)
                running.withLock { $0.now -= 1 }
                return index
            }
        )
        #expect(running.withLock(\.most) <= 3)
        #expect(running.withLock(\.most) >= 2)
    }

    @Test func oneJobWorksInOrderAndStopsAtTheFailure() {
        let begun = Mutex<[Int]>([])
        #expect(throws: Self.failure(2)) {
            _ = try WorkerPool(jobs: 1).map(
                count: 5,
                makeState: {},
                { (_, index) throws(RunFailure) in
                    begun.withLock { $0.append(index) }
                    if index >= 2 { throw Self.failure(index) }
                    return index
                }
            )
        }
        #expect(begun.withLock(\.self) == [0, 1, 2])
    }

    /// Piece 0 fails after piece 1, but its failure is the one that is thrown.
    @Test func theLowestFailureIsThrown() {
        let secondFailed = DispatchSemaphore(value: 0)
        let begun = Mutex<Set<Int>>([])
        #expect(throws: Self.failure(0)) {
            _ = try WorkerPool(jobs: 2).map(
                count: 100,
                makeState: {},
                { (_, index) throws(RunFailure) -> Int in
                    begun.withLock { _ = $0.insert(index) }
                    if index == 0 { _ = secondFailed.wait(timeout: .now() + 10) }
                    if index == 1 { secondFailed.signal() }
                    throw Self.failure(index)
                }
            )
        }
        // No piece begins after a failure.
        #expect(begun.withLock(\.self) == [0, 1])
    }
}
