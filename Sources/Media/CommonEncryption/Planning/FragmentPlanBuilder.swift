/// The results of planning the samples of a fragment, in the order of track fragments and runs.
struct FragmentPlanBuilder {
    /// The ranges to encrypt.
    var ranges: [ProtectedRange] = []
    /// For each sample, the index in `ranges` at which its ranges start, also if it has none.
    var firstRanges: [Int] = []
    /// See `FragmentProtectionPlan`.
    var sampleCount: UInt64 = 0
    /// See `FragmentProtectionPlan`.
    var partlyProtectedSampleCount = 0
    /// See `FragmentProtectionPlan`.
    var firstPartlyProtectedSample: UInt64?

    /// Returns the ranges in the order of their bytes.
    func ranges(in order: SampleOrder, count: Int) -> [ProtectedRange] {
        guard !order.isFragmentOrder else { return ranges }
        var sorted: [ProtectedRange] = []
        sorted.reserveCapacity(ranges.count)
        for place in 0..<count {
            let index = order.index(place)
            let end = index + 1 < count ? firstRanges[index + 1] : ranges.count
            sorted += ranges[firstRanges[index]..<end]
        }
        return sorted
    }
}
