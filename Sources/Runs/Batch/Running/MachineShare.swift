/// How the threads of a machine are divided between titles and the segments of a title.
package struct MachineShare: Sendable {
    /// What a title that is worked on may take of the memory: some buffers for each thread, and the longest fragment or
    /// access unit.
    private static let memoryOfTitle: UInt64 = 128 << 20

    /// Worker threads in all.
    package let threads: Int
    /// Titles at once.
    package let workers: Int

    /// The division for a number of titles.
    ///
    /// - Parameters:
    ///   - titles: how many there are to do.
    ///   - workers: titles at once; nil for one for each thread, as far as half of the memory goes.
    ///   - threads: worker threads in all.
    ///   - availableMemory: bytes; nil where nobody knows.
    package init(titles: Int, workers: Int?, threads: Int, availableMemory: UInt64?) {
        self.threads = max(1, threads)
        let affordable = availableMemory.map { Int(clamping: $0 / 2 / Self.memoryOfTitle) } ?? .max
        let wanted = workers ?? min(self.threads, affordable)
        self.workers = max(1, min(wanted, titles))
    }

    /// The threads of a title that is begun now: few titles get more of them.
    ///
    /// - Parameter unfinished: the titles that are not done, this one among them.
    /// - Returns: at least one.
    package func threads(withUnfinished unfinished: Int) -> Int {
        max(1, threads / max(1, min(workers, unfinished)))
    }
}
