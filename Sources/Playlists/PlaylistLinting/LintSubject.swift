package import HLSPlaylists

/// A presentation as the linter sees it: its playlists as far as they can be read, and what is known of its media.
package struct LintSubject: Sendable {
    /// A media playlist.
    package struct Media: Sendable {
        /// What findings call it.
        package let name: String
        /// The playlist.
        package let reading: PlaylistReading<MediaPlaylist>
        /// The lines of the multivariant playlist that name it: of the tag, also where the URI is on the next one.
        package let references: [Int]
        /// What its media are; nil when they were not looked at.
        package var measurement: MediaMeasurement?

        /// A media playlist from its parts.
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

    /// What findings call the multivariant playlist.
    package let name: String
    /// The multivariant playlist; nil when there is none.
    package let multivariant: PlaylistReading<MultivariantPlaylist>?
    /// The media playlists, each once.
    package let media: [Media]

    /// A presentation from its parts.
    package init(name: String, multivariant: PlaylistReading<MultivariantPlaylist>?, media: [Media]) {
        self.name = name
        self.multivariant = multivariant
        self.media = media
    }
}
