extension UInt64 {
    /// Returns the sum, or the largest number on overflow: sizes of sparse files may add up to more.
    package func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
