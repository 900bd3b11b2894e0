import Mezzanines

extension MediaTime {
    /// Returns the time since `other` in milliseconds, or nil if `other` is not earlier.
    func minus(_ other: MediaTime) -> MediaTime? {
        guard other < self else { return nil }
        let difference = ticks(of: 1000).subtractingReportingOverflow(other.ticks(of: 1000)).partialValue
        return MediaTime(ticks: difference, timescale: 1000)
    }
}
