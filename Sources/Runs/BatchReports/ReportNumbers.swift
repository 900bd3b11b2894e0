/// Formats numbers for people who read reports.
package enum ReportNumbers {
    /// Returns a size with at most three digits and a decimal unit: `2.5 MB`.
    package static func size(_ bytes: UInt64) -> String {
        bytes < 1000 ? "\(bytes) B" : scaled(Double(bytes), ["kB", "MB", "GB", "TB", "PB", "EB"])
    }

    /// Returns a bitrate with at most three digits: `1.25 Mb/s`.
    package static func bitrate(_ bitsPerSecond: Int) -> String {
        bitsPerSecond < 1000
            ? "\(bitsPerSecond) b/s" : scaled(Double(bitsPerSecond), ["kb/s", "Mb/s", "Gb/s", "Tb/s"])
    }

    /// Returns a duration or time in media as minutes and seconds, with hours if needed: `0:07`, `1:30:05`.
    package static func mediaTime(_ seconds: Double) -> String {
        let whole = wholeSeconds(seconds)
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)") + ":" + twoDigits(whole % 60)
    }

    /// Returns an elapsed time: `0.4 s`, `2 min 5 s`, `3 h 10 min`.
    package static func elapsed(_ seconds: Double) -> String {
        if seconds < 99.95 { return "\((max(0, seconds) * 10).rounded() / 10) s" }
        let whole = wholeSeconds(seconds)
        return whole < 3600
            ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
    }

    private static func wholeSeconds(_ seconds: Double) -> Int {
        Int(exactly: max(0, seconds).rounded()) ?? .max
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

    /// Returns a number with at most three digits and a unit; the first of `units` is for thousands.
    private static func scaled(_ number: Double, _ units: [String]) -> String {
        var value = number / 1000
        var unit = 0
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let text =
            if value >= 99.95 {
                "\(Int(value.rounded()))"
            } else {
                value >= 9.995 ? "\((value * 10).rounded() / 10)" : "\((value * 100).rounded() / 100)"
            }
        return "\(text) \(units[unit])"
    }
}
