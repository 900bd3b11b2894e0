/// Carries the dates of `EXT-X-PROGRAM-DATE-TIME` forward over the segments (RFC 8216bis 6.3.3).
struct ProgramClock {
    /// The date at which the next segment starts, if it continues the one before.
    private var next: DateTime?

    /// Moves over a segment.
    ///
    /// - Parameters:
    ///   - duration: how long it is.
    ///   - own: the date that it states.
    ///   - isContinuous: whether no discontinuity is before it.
    /// - Returns: the date of its first sample, if it is known.
    mutating func advance(by duration: Duration, own: DateTime?, isContinuous: Bool) -> DateTime? {
        let date = own ?? (isContinuous ? next : nil)
        next = date?.advanced(by: duration)
        return date
    }
}
