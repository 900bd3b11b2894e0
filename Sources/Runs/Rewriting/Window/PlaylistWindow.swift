package import HLSPlaylists

/// The part of a presentation that is kept.
package enum PlaylistWindow: Hashable, Sendable {
    /// The whole presentation.
    case all
    /// The segments that overlap a span of media time since the start of the first variant; `to` is nil for
    /// no end.
    case span(from: Duration, to: Duration?)
    /// The segments that overlap a span of dates; a date is nil if the span has no start or no end.
    case dates(from: DateTime?, to: DateTime?)
    /// The fewest segments at the end of the first variant with this duration, and those of others at that
    /// time.
    case last(Duration)
}
