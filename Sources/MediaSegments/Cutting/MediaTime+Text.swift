import Mezzanines

extension MediaTime {
    /// The time for messages, in thousandths: "6.006 s".
    var secondsText: String {
        let thousandths = ticks(of: 1000)
        let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(part)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(thousandths < 0 ? "-" : "")\(whole).\(fraction) s"
    }

    /// How much later it is than another time, in thousandths; nil where it is not.
    func minus(_ other: MediaTime) -> MediaTime? {
        guard other < self else { return nil }
        let difference = ticks(of: 1000).subtractingReportingOverflow(other.ticks(of: 1000)).partialValue
        return MediaTime(ticks: difference, timescale: 1000)
    }
}
