extension Array {
    /// Finds the point that divides a sorted array in two, by bisection.
    ///
    /// - Parameter belongsInSecondPartition: false for all elements before that point, true for all others.
    /// - Returns: the index of the first element for which `belongsInSecondPartition` is true, or the end if
    ///   there is none.
    func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if belongsInSecondPartition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
