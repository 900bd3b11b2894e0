/// What planning gathers over the samples of a fragment, in the order of track fragments and runs.
struct FragmentWork {
    /// What is encrypted.
    var ranges: [ProtectedRange] = []
    /// The index of the first range of each sample, or of the next sample that has any.
    var firstRanges: [Int] = []
    /// See `FragmentProtection`.
    var sampleCount: UInt64 = 0
    /// See `FragmentProtection`.
    var crowdedSampleCount = 0
    /// See `FragmentProtection`.
    var firstCrowdedSample: UInt64?

    /// The ranges in the order of their bytes.
    func ranges(in order: SampleOrder, count: Int) -> [ProtectedRange] {
        guard !order.isThatOfFragment else { return ranges }
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
