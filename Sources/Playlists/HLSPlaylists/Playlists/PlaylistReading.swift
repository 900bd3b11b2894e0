/// A playlist as far as it can be read, for those who want to know all that is wrong.
///
/// What is malformed is left out of the playlist; each reader says what it goes on with.
package struct PlaylistReading<Playlist: Sendable>: Sendable {
    /// What could be read.
    package let playlist: Playlist
    /// What could not, in the order of the lines.
    package let problems: [PlaylistError]
}
