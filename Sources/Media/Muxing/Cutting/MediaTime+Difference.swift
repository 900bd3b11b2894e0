import Mezzanines

extension MediaTime {
    /// How much later it is than another time, in thousandths; nil where it is not.
    func minus(_ other: MediaTime) -> MediaTime? {
        guard other < self else { return nil }
        let difference = ticks(of: 1000).subtractingReportingOverflow(other.ticks(of: 1000)).partialValue
        return MediaTime(ticks: difference, timescale: 1000)
    }
}
