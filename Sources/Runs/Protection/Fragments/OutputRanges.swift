/// The byte ranges of a file that are in the output, collected from the end of the file to its start.
struct OutputRanges {
    /// The ranges in descending order; they do not overlap.
    private var ranges: [Range<UInt64>] = []

    /// Adds a range before all others.
    mutating func add(_ range: Range<UInt64>) {
        ranges.append(range)
    }

    /// Removes the range that was added last.
    mutating func removeFirst() {
        ranges.removeLast()
    }

    /// Indicates whether a byte is in a range.
    func contains(_ offset: UInt64) -> Bool {
        range(startingUpTo: offset)?.contains(offset) == true
    }

    /// Indicates whether an offset is in a range or at the end of one.
    func touches(_ offset: UInt64) -> Bool {
        guard let range = range(startingUpTo: offset) else { return false }
        return offset <= range.upperBound
    }

    /// Returns the last range that starts at or before an offset, or nil.
    private func range(startingUpTo offset: UInt64) -> Range<UInt64>? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound > offset { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count ? ranges[low] : nil
    }
}
