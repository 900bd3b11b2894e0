package import ISOBaseMedia
package import ProtectionTerms

/// What an initialization section says, as far as samples of its fragments have to be found, encrypted and decrypted.
///
/// It is the same for a clear section and for what protection makes of it, but for `MovieTrackFormat.Entry.encryption`.
package struct MovieFormat: Hashable, Sendable {
    /// The tracks, in order.
    package var tracks: [MovieTrackFormat]

    /// A format from its parts.
    package init(tracks: [MovieTrackFormat]) {
        self.tracks = tracks
    }

    /// The track of an id; nil where there is none.
    package func track(_ id: UInt32) -> MovieTrackFormat? { tracks.first { $0.trackID == id } }

    /// Whether any sample entry is encrypted.
    package var isEncrypted: Bool { tracks.contains(where: \.isEncrypted) }

    /// Whether there is a track that is to be encrypted.
    package var hasProtectableTracks: Bool { tracks.contains(where: \.isProtectable) }
}

/// What an initialization section says about a track.
package struct MovieTrackFormat: Hashable, Sendable {
    /// A sample entry.
    package struct Entry: Hashable, Sendable {
        /// Its format: of an encrypted one that of `frma`.
        package var format: FourCharacterCode
        /// What is encrypted in samples.
        package var codec: SampleCodec
        /// scheme and `tenc` of an encrypted one; nil of a clear one.
        package var encryption: Encryption?

        /// An entry from its parts.
        package init(format: FourCharacterCode, codec: SampleCodec, encryption: Encryption? = nil) {
            self.format = format
            self.codec = codec
            self.encryption = encryption
        }
    }

    /// How the samples of an entry are encrypted.
    package struct Encryption: Hashable, Sendable {
        /// `schm`.
        package var scheme: ProtectionScheme
        /// `tenc`.
        package var track: TrackEncryption

        /// An encryption from its parts.
        package init(scheme: ProtectionScheme, track: TrackEncryption) {
            self.scheme = scheme
            self.track = track
        }
    }

    /// track_ID.
    package var trackID: UInt32
    /// handler_type: `vide`, `soun`, ...
    package var handlerType: FourCharacterCode
    /// The sample entries; sample_description_index counts from 1.
    package var entries: [Entry]
    /// `trex`: the defaults of fragments.
    package var defaults: TrackExtendsBox

    /// A track from its parts.
    package init(
        trackID: UInt32,
        handlerType: FourCharacterCode,
        entries: [Entry],
        defaults: TrackExtendsBox
    ) {
        self.trackID = trackID
        self.handlerType = handlerType
        self.entries = entries
        self.defaults = defaults
    }

    /// Whether any sample entry is to be encrypted.
    package var isProtectable: Bool { entries.contains { $0.codec != .clear } }

    /// Whether any sample entry is encrypted.
    package var isEncrypted: Bool { entries.contains { $0.encryption != nil } }
}
