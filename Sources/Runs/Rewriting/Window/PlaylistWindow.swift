package import HLSPlaylists

/// The part of a presentation that is kept.
package enum PlaylistWindow: Hashable, Sendable {
    /// All of it.
    case all
    /// The segments that overlap a span of media time, which counts from the start of the first variant; nil for no end.
    case span(from: Duration, to: Duration?)
    /// The segments that overlap a span of dates; nil for no start, and for no end.
    case dates(from: DateTime?, to: DateTime?)
    /// The fewest segments at the end of the first variant that last so long, and those of the others at that time.
    case last(Duration)
}
