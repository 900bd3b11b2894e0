extension MediaTime {
    /// The time for messages, in seconds with three digits: "6.006 s".
    package var secondsDescription: String {
        let thousandths = ticks(of: 1000)
        let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(part)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(thousandths < 0 ? "-" : "")\(whole).\(fraction) s"
    }
}
