/// The bytes at the end of a file that are in the output.
struct HeldBytes {
    /// The last one first; none overlap.
    private var ranges: [Range<UInt64>] = []

    /// Adds bytes in front of those that are there.
    mutating func add(_ range: Range<UInt64>) {
        ranges.append(range)
    }

    /// Takes out what was added last.
    mutating func removeFirst() {
        ranges.removeLast()
    }

    /// Whether a byte is there.
    func holds(_ offset: UInt64) -> Bool {
        range(startingUpTo: offset)?.contains(offset) == true
    }

    /// Whether a byte, or the end of one, is there.
    func touches(_ offset: UInt64) -> Bool {
        guard let range = range(startingUpTo: offset) else { return false }
        return offset <= range.upperBound
    }

    /// The last range that does not start behind an offset.
    private func range(startingUpTo offset: UInt64) -> Range<UInt64>? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound > offset { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count ? ranges[low] : nil
    }
}
