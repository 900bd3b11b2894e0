extension Array {
    /// Finds by bisection where a sorted array is cut in two.
    ///
    /// - Parameter isBehind: false for the elements in front, true for all others.
    /// - Returns: the index of the first element that is behind; the end where none is.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
