import Mezzanines

extension MediaTime {
    /// Returns the time since `other`, or 0 if `other` is later.
    ///
    /// The result is exact if a common multiple of both timescales fits into 32 bits.
    func length(since other: MediaTime) -> MediaTime {
        guard other < self else { return MediaTime(ticks: 0, timescale: timescale) }
        return advanced(by: other.negated)
    }
}
