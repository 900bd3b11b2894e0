import HLSPlaylists

/// Dates as they are shown: ISO 8601 on their own clock, with all decimals of the second.
enum DateText {
    /// `2010-02-19T14:54:23.031+08:00`; without a zone where none was written.
    static func text(of date: DateTime) -> String {
        let local = date.sinceEpoch + .seconds((date.offset ?? 0) * 60)
        var (seconds, attoseconds) = local.components
        if attoseconds < 0 {
            seconds -= 1
            attoseconds += 1_000_000_000_000_000_000
        }
        let ofDay = seconds.modulo(86_400)
        let day = CalendarDate(daysSinceEpoch: Int((seconds - ofDay) / 86_400))
        let second = ExactSeconds(Duration(secondsComponent: ofDay % 60, attosecondsComponent: attoseconds))
        return [digits(day.year, 4), digits(day.month), digits(day.day)].joined(separator: "-") + "T"
            + [digits(ofDay / 3600), digits(ofDay / 60 % 60), (ofDay % 60 < 10 ? "0" : "") + "\(second)"]
            .joined(separator: ":") + (date.offset.map(zone) ?? "")
    }

    private static func zone(_ minutes: Int) -> String {
        guard minutes != 0 else { return "Z" }
        let magnitude = minutes.magnitude
        return (minutes < 0 ? "-" : "+") + digits(magnitude / 60) + ":" + digits(magnitude % 60)
    }

    private static func digits(_ number: some BinaryInteger, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Int64 {
    /// What is left of a division that rounds down; never negative.
    fileprivate func modulo(_ divisor: Int64) -> Int64 {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
