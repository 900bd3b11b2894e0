/// A playlist that was read as far as possible, for callers that report all its problems.
///
/// Malformed parts are left out; the `reading` functions document the values used instead.
package struct PlaylistReading<Playlist: Sendable>: Sendable {
    /// The part that could be read.
    package let playlist: Playlist
    /// The problems, in the order of the lines.
    package let problems: [PlaylistError]
}
