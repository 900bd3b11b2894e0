/// A clock that continues the dates of `EXT-X-PROGRAM-DATE-TIME` over the segments (RFC 8216bis 6.3.3).
struct ProgramClock {
    /// The date at which the next segment starts if it continues the previous one, or nil if unknown.
    private var next: DateTime?

    /// Advances past a segment.
    ///
    /// - Parameters:
    ///   - duration: the duration of the segment.
    ///   - own: the date in the segment's own tag, or nil if it has none.
    ///   - isContinuous: whether no discontinuity precedes the segment.
    /// - Returns: the date of the first sample, or nil if unknown.
    mutating func advance(by duration: Duration, own: DateTime?, isContinuous: Bool) -> DateTime? {
        let date = own ?? (isContinuous ? next : nil)
        next = date?.advanced(by: duration)
        return date
    }
}
