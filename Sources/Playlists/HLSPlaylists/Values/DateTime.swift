/// A date and time of ISO 8601 as playlists have it (RFC 8216bis 4.4.4.6), exact to 18 decimals of a second.
package struct DateTime: Hashable, Sendable {
    static let grammar = "a date and time such as 2010-02-19T14:54:23.031+08:00"

    /// The time since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let sinceEpoch: Duration
    /// How far its clock is ahead of UTC, in minutes; nil when no time zone is written, which means UTC.
    package var offset: Int? { compactOffset == .min ? nil : Int(compactOffset) }

    /// The offset in 16 bits; the least number stands for none.
    private let compactOffset: Int16

    /// A date from a time since 1970.
    package init(sinceEpoch: Duration, offset: Int?) {
        self.sinceEpoch = sinceEpoch
        self.compactOffset = offset.flatMap(Int16.init(exactly:)) ?? .min
    }

    /// The date a time later, on the same clock.
    package func advanced(by duration: Duration) -> DateTime {
        DateTime(sinceEpoch: sinceEpoch + duration, offset: offset)
    }
}
