/// The text of the time that work still takes.
package enum RemainingTime {
    /// Returns a duration in its two largest units, such as `3 min 20 s`.
    package static func text(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}
