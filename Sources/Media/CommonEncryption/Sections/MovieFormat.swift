package import ISOBaseMedia
package import ProtectionTerms

/// The contents of an initialization section needed to find, encrypt and decrypt samples in its fragments.
///
/// A clear initialization section and its protected form have the same value, except for
/// `MovieTrackFormat.Entry.encryption`.
package struct MovieFormat: Hashable, Sendable {
    /// The tracks, in order.
    package var tracks: [MovieTrackFormat]

    /// Creates a format from its tracks.
    package init(tracks: [MovieTrackFormat]) {
        self.tracks = tracks
    }

    /// Returns the track with a track_ID, or nil if there is none.
    package func track(_ id: UInt32) -> MovieTrackFormat? { tracks.first { $0.trackID == id } }

    /// Indicates whether any sample entry is encrypted.
    package var isEncrypted: Bool { tracks.contains(where: \.isEncrypted) }

    /// Indicates whether any track has samples that protection encrypts.
    package var hasProtectableTracks: Bool { tracks.contains(where: \.isProtectable) }
}

/// The contents of an initialization section for one track.
package struct MovieTrackFormat: Hashable, Sendable {
    /// A sample entry.
    package struct Entry: Hashable, Sendable {
        /// The type of the sample entry; for an encrypted one, the original format from `frma`.
        package var format: FourCharacterCode
        /// The codec, which decides what is encrypted in samples.
        package var codec: SampleCodec
        /// The scheme and `tenc` of an encrypted entry, or nil for a clear one.
        package var encryption: Encryption?

        /// Creates a sample entry.
        package init(format: FourCharacterCode, codec: SampleCodec, encryption: Encryption? = nil) {
            self.format = format
            self.codec = codec
            self.encryption = encryption
        }
    }

    /// The encryption of the samples of an entry.
    package struct Encryption: Hashable, Sendable {
        /// `schm`: the protection scheme.
        package var scheme: ProtectionScheme
        /// `tenc`: the default encryption parameters.
        package var trackEncryption: TrackEncryption

        /// Creates an encryption.
        package init(scheme: ProtectionScheme, trackEncryption: TrackEncryption) {
            self.scheme = scheme
            self.trackEncryption = trackEncryption
        }
    }

    /// track_ID.
    package var trackID: UInt32
    /// handler_type: `vide`, `soun`, ...
    package var handlerType: FourCharacterCode
    /// The sample entries in order; sample_description_index counts them from 1.
    package var entries: [Entry]
    /// `trex`: the sample defaults of fragments.
    package var defaults: TrackExtendsBox

    /// Creates a track.
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

    /// Indicates whether protection encrypts the samples of any entry.
    package var isProtectable: Bool { entries.contains { $0.codec != .clear } }

    /// Indicates whether any sample entry is encrypted.
    package var isEncrypted: Bool { entries.contains { $0.encryption != nil } }
}
