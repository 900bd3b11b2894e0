/// A track fragment (`traf`) of a movie fragment.
package struct TrackFragmentInspection: Sendable, Encodable {
    /// A summary of `senc`.
    package struct Encryption: Sendable, Encodable {
        /// The number of samples in the box.
        package let samples: UInt32
        /// The size of each IV in bytes, or nil if it cannot be determined.
        package let ivSize: Int?
        /// The number of subsamples; nil if whole samples are encrypted or the number is unknown.
        package let subsamples: UInt64?
        /// The number of clear bytes in subsamples, or nil if `subsamples` is.
        package let clearBytes: UInt64?
        /// The number of protected bytes in subsamples, or nil if `subsamples` is.
        package let protectedBytes: UInt64?

        private enum CodingKeys: String, CodingKey {
            case samples, subsamples
            case ivSize = "iv_size"
            case clearBytes = "clear_bytes"
            case protectedBytes = "protected_bytes"
        }
    }

    /// The offset of the `moof` in the file, in bytes.
    package let offset: UInt64
    /// The sequence_number of `mfhd`.
    package let sequenceNumber: UInt32
    /// The track_ID.
    package let trackID: UInt32
    /// The number of samples.
    package let samples: UInt64
    /// The decode time of the first sample in ticks of the track, or nil without `tfdt`.
    package let decodeTime: UInt64?
    /// The duration in ticks of the track, or nil if it depends on an unknown default.
    package let duration: UInt64?
    /// The size of the samples in bytes, or nil if it depends on an unknown default.
    package let bytes: UInt64?
    /// The index of the samples' sample entry, from 1, or nil if unknown.
    package let descriptionIndex: UInt32?
    /// The scheme of the sample entry, `clear` if it is not encrypted, or nil if unknown.
    package let scheme: String?
    /// A summary of `senc` or its PIFF equivalent, or nil if there is neither.
    package let encryption: Encryption?
    /// The entries of the fragment's own `seig` sample groups.
    package let groups: [SampleEntryProtection]

    private enum CodingKeys: String, CodingKey {
        case offset, samples, duration, bytes, scheme, encryption, groups
        case sequenceNumber = "sequence_number"
        case trackID = "track_id"
        case decodeTime = "decode_time"
        case descriptionIndex = "description_index"
    }
}
