import Testing

@testable import Batch

/// The numbers of concurrent titles and of their threads, by threads, memory and remaining titles.
struct ThreadAllocationTests {
    /// A machine, a batch, and the expected number of concurrent titles.
    struct Case: Sendable {
        let titles: Int
        var workers: Int?
        let threads: Int
        var memory: UInt64?
        let expected: Int
    }

    @Test(arguments: [
        Case(titles: 100, threads: 8, expected: 8),
        Case(titles: 3, threads: 8, expected: 3),
        Case(titles: 100, workers: 20, threads: 8, expected: 20),
        Case(titles: 5, workers: 20, threads: 8, expected: 5),
        // Half of the memory, at 128 MiB a title.
        Case(titles: 100, threads: 8, memory: 1 << 30, expected: 4),
        Case(titles: 100, threads: 8, memory: 0, expected: 1),
        Case(titles: 100, threads: 8, memory: .max, expected: 8),
        // A number that the user gives ignores the memory.
        Case(titles: 100, workers: 8, threads: 2, memory: 1 << 28, expected: 8),
        Case(titles: 0, threads: 8, expected: 1),
        Case(titles: 1, threads: 0, expected: 1),
    ])
    func `Titles at once`(of machine: Case) {
        let share = ThreadAllocation(
            titles: machine.titles,
            workers: machine.workers,
            threads: machine.threads,
            availableMemory: machine.memory
        )
        #expect(share.titlesAtOnce == machine.expected)
        #expect(share.threads == max(1, machine.threads))
    }

    @Test func `The last titles get the threads of those that are done`() {
        let share = ThreadAllocation(titles: 100, workers: 4, threads: 8, availableMemory: nil)
        #expect([100, 4, 3, 2, 1].map { share.threads(withUnfinished: $0) } == [2, 2, 2, 4, 8])
        let crowded = ThreadAllocation(titles: 100, workers: 20, threads: 8, availableMemory: nil)
        #expect([100, 20, 8, 1].map { crowded.threads(withUnfinished: $0) } == [1, 1, 1, 8])
    }
}
