/// A playlist as far as it can be read, for those who want to know all that is wrong.
///
/// A line with a problem is left out of the playlist, as if it were not there.
package struct PlaylistReading<Playlist: Sendable>: Sendable {
    /// What could be read.
    package let playlist: Playlist
    /// What could not, in the order of the lines.
    package let problems: [PlaylistError]
}
