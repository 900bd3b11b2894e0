package import HLSPlaylists

/// The input of the linter: the playlists of a presentation as far as they can be read, and measurements of
/// its media.
package struct LintInput: Sendable {
    /// A media playlist.
    package struct Media: Sendable {
        /// The name of the playlist in findings.
        let name: String
        /// The playlist with its problems.
        let reading: PlaylistReading<MediaPlaylist>
        /// The lines of the multivariant playlist that refer to the playlist.
        ///
        /// A variant has the line of its tag, not that of the URI after it.
        let references: [Int]
        /// The measured properties of the media, or nil if they were not measured.
        var measurement: MediaMeasurement?

        /// Creates a media playlist from its parts.
        package init(
            name: String,
            reading: PlaylistReading<MediaPlaylist>,
            references: [Int] = [],
            measurement: MediaMeasurement? = nil
        ) {
            self.name = name
            self.reading = reading
            self.references = references
            self.measurement = measurement
        }
    }

    /// The name of the multivariant playlist in findings.
    package let name: String
    /// The multivariant playlist with its problems, or nil if there is none.
    let multivariant: PlaylistReading<MultivariantPlaylist>?
    /// The media playlists, each once.
    let media: [Media]

    /// Creates a presentation from its parts.
    package init(name: String, multivariant: PlaylistReading<MultivariantPlaylist>?, media: [Media]) {
        self.name = name
        self.multivariant = multivariant
        self.media = media
    }
}
