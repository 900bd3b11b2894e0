/// A date and time of ISO 8601 in the form of playlists (RFC 8216bis 4.4.4.6), exact to 18 decimals of a
/// second.
package struct DateTime: Hashable, Sendable {
    static let grammar = "a date and time such as 2010-02-19T14:54:23.031+08:00"

    /// The time since 1970-01-01T00:00:00Z, without leap seconds.
    package let sinceEpoch: Duration
    /// The offset of the time zone from UTC in minutes, or nil if no time zone is written, which means UTC.
    package var offset: Int? { compactOffset == .min ? nil : Int(compactOffset) }

    /// The offset in 16 bits, or the least number if there is none.
    private let compactOffset: Int16

    /// Creates a date from the time since 1970-01-01T00:00:00Z.
    package init(sinceEpoch: Duration, offset: Int?) {
        self.sinceEpoch = sinceEpoch
        self.compactOffset = offset.flatMap(Int16.init(exactly:)) ?? .min
    }

    /// Returns the date after a duration, in the same time zone.
    package func advanced(by duration: Duration) -> DateTime {
        DateTime(sinceEpoch: sinceEpoch + duration, offset: offset)
    }
}
