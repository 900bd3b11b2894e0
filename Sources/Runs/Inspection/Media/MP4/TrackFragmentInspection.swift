/// What a movie fragment says of a track.
package struct TrackFragmentInspection: Sendable, Encodable {
    /// What `senc` says.
    package struct Encryption: Sendable, Encodable {
        /// Samples that it lists.
        package let samples: UInt32
        /// Bytes of each sample's initialization vector; nil where that cannot be told.
        package let vectorSize: Int?
        /// Parts of samples; nil where they have none, so that whole samples are encrypted, or where they cannot be told.
        package let subsamples: UInt64?
        /// Clear bytes in those.
        package let clearBytes: UInt64?
        /// Protected bytes in those.
        package let protectedBytes: UInt64?

        private enum CodingKeys: String, CodingKey {
            case samples, subsamples
            case vectorSize = "iv_size"
            case clearBytes = "clear_bytes"
            case protectedBytes = "protected_bytes"
        }
    }

    /// Where `moof` starts in the file.
    package let offset: UInt64
    /// sequence_number of `mfhd`.
    package let sequenceNumber: UInt32
    /// track_ID.
    package let trackID: UInt32
    /// Number of samples.
    package let samples: UInt64
    /// When the first sample is decoded, in ticks of the track; nil where `tfdt` is missing.
    package let decodeTime: UInt64?
    /// Ticks; nil where they depend on a default that is not known.
    package let duration: UInt64?
    /// Bytes of the samples; nil where they depend on a default that is not known.
    package let bytes: UInt64?
    /// Which sample entry describes the samples, from 1; nil where that is not known.
    package let descriptionIndex: UInt32?
    /// The scheme of that entry, `clear`, or nil where that is not known.
    package let scheme: String?
    /// `senc`, or its form of PIFF; nil without.
    package let encryption: Encryption?
    /// The groups of samples with an encryption of their own (`seig`).
    package let groups: [SampleEntryProtection]

    private enum CodingKeys: String, CodingKey {
        case offset, samples, duration, bytes, scheme, encryption, groups
        case sequenceNumber = "sequence_number"
        case trackID = "track_id"
        case decodeTime = "decode_time"
        case descriptionIndex = "description_index"
    }
}
