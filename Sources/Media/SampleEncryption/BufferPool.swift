/// A pool of storage that encryptors and readers use in turn, so that no segment needs new storage filled
/// with zeros.
///
/// The bytes in it are arbitrary: a user must write before reading.
package struct BufferPool: Sendable {
    /// The size of the pieces in which media are read and written, in bytes.
    ///
    /// It is large enough for cheap system calls, and small enough for a core's second-level cache.
    package static let pieceLength = 256 * 1024
    /// The size in bytes of the largest piece to keep; only unusual segments need a larger one.
    private static let sizeLimit = 8 << 20

    /// The pieces, ascending by size.
    private var free: [[UInt8]] = []

    /// Creates an empty pool.
    package init() {}

    /// Removes and returns the largest piece, or new storage if that has fewer than `size` bytes.
    package mutating func take(atLeast size: Int) -> [UInt8] {
        if let largest = free.popLast(), largest.count >= size { return largest }
        return [UInt8](repeating: 0, count: size)
    }

    /// Puts unused storage back.
    package mutating func recycle(_ storage: [UInt8]) {
        guard !storage.isEmpty, storage.count <= Self.sizeLimit else { return }
        let index = free.firstIndex { $0.count > storage.count } ?? free.endIndex
        free.insert(storage, at: index)
    }

    /// Moves all storage into a new pool, so that it has one owner: shared storage would be copied when
    /// written.
    package mutating func takeAll() -> BufferPool {
        var all = BufferPool()
        swap(&all, &self)
        return all
    }
}
