/// The positions in a manifest of the titles that a process works on, in manifest order.
package struct ShardTitles: RandomAccessCollection, Sendable {
    private let first: Int
    private let step: Int
    /// Always 0.
    package let startIndex = 0
    /// The number of titles.
    package let endIndex: Int

    /// Creates the positions of a shard's titles among `count`, or of all titles if `shard` is nil.
    package init(of shard: ShardSelection?, among count: Int) {
        (first, step) = shard.map { ($0.index, $0.count) } ?? (0, 1)
        endIndex = count > first ? (count - first - 1) / step + 1 : 0
    }

    /// Returns the position among the titles of the shard, given the position in the manifest.
    package func position(of index: Int) -> Int { (index - first) / step }

    /// Returns the position in the manifest of a title of the shard.
    package subscript(position: Int) -> Int { first + position * step }
}
