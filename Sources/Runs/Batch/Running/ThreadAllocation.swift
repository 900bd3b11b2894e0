/// The division of a machine's threads among titles and the segments of each title.
package struct ThreadAllocation: Sendable {
    /// The memory that a title in progress may use, in bytes.
    ///
    /// It covers some buffers per thread and the longest fragment or access unit.
    private static let memoryOfTitle: UInt64 = 128 << 20

    /// The number of worker threads of all titles together.
    let threads: Int
    /// The number of titles processed at once.
    package let titlesAtOnce: Int

    /// Divides the threads for a number of titles.
    ///
    /// - Parameters:
    ///   - titles: the number of titles to process.
    ///   - workers: the number of titles at once; nil for as many as threads and half of the memory allow.
    ///   - threads: the number of worker threads in all.
    ///   - availableMemory: the available memory in bytes, or nil if unknown.
    package init(titles: Int, workers: Int?, threads: Int, availableMemory: UInt64?) {
        self.threads = max(1, threads)
        let titlesForMemory = availableMemory.map { Int(clamping: $0 / 2 / Self.memoryOfTitle) } ?? .max
        let titleLimit = workers ?? min(self.threads, titlesForMemory)
        self.titlesAtOnce = max(1, min(titleLimit, titles))
    }

    /// Returns the number of threads for a title that begins now; more if few titles are left.
    ///
    /// - Parameter unfinished: the number of unfinished titles, including this one.
    /// - Returns: the number of threads, at least 1.
    func threads(withUnfinished unfinished: Int) -> Int {
        max(1, threads / max(1, min(titlesAtOnce, unfinished)))
    }
}
