/// The contents of an MP4 file: a movie, an initialization section or segments.
package struct MP4Inspection: Sendable, Encodable {
    /// An entry of an edit list.
    package struct Edit: Sendable, Encodable {
        /// The duration (segment_duration), in ticks of the movie.
        package let duration: UInt64
        /// The start in the media, in ticks of the track, or nil for an empty edit.
        package let mediaTime: UInt64?
        /// The playback rate; 1 is normal speed.
        package let rate: Double

        private enum CodingKeys: String, CodingKey {
            case duration, rate
            case mediaTime = "media_time"
        }
    }

    /// A sample entry.
    package struct SampleEntry: Sendable, Encodable {
        /// The format: `avc1`, or `encv` if encrypted.
        package let type: String
        /// The format before encryption, such as `avc1`, or nil for a clear entry.
        package let originalFormat: String?
        /// The protection of the samples, or nil for a clear entry.
        package let protection: SampleEntryProtection?

        private enum CodingKeys: String, CodingKey {
            case type, protection
            case originalFormat = "original_format"
        }
    }

    /// A track, from `moov` or, without `moov`, from fragments.
    package struct Track: Sendable, Encodable {
        /// The track_ID.
        package let id: UInt32
        /// The handler_type, such as `vide` or `soun`, or nil without `moov`.
        package let handler: String?
        /// The codecs (RFC 6381); empty if unknown.
        package let codecs: [String]
        /// The picture size, such as `1920x1080`, or nil without video.
        package let resolution: String?
        /// The language (ISO 639-2/T), or nil without `moov`.
        package let language: String?
        /// The number of ticks per second, or nil without `moov`.
        package let timescale: UInt32?
        /// The duration of all samples, in `moov` and in fragments; nil if unknown.
        package let duration: ExactSeconds?
        /// The number of samples in `moov` and in fragments.
        package let samples: UInt64
        /// The number of track fragments.
        package let fragments: UInt64
        /// The sample entries, in order.
        package let entries: [SampleEntry]
        /// The edit list.
        package let edits: [Edit]
    }

    /// The form of the file.
    ///
    /// It is `progressive movie`, `fragmented movie`, `initialization section`, `media segment` or
    /// `boxes without a movie or fragments`.
    package let form: String
    /// The major_brand of `ftyp` or `styp`, or nil without these boxes.
    package let majorBrand: String?
    /// The compatible_brands of `ftyp` or `styp`.
    package let brands: [String]
    /// The tracks, in file order.
    package let tracks: [Track]
    /// The `pssh` boxes, in file order.
    package let keySystems: [KeySystemInspection]
    /// The first track fragments.
    package let fragments: [TrackFragmentInspection]
    /// The number of all track fragments.
    package let fragmentCount: UInt64
    /// The first boxes, with their children.
    package let boxes: [BoxInspection]
    /// Indicates whether boxes were left out of `boxes`.
    package let hasMoreBoxes: Bool

    private enum CodingKeys: String, CodingKey {
        case form, brands, tracks, fragments, boxes
        case majorBrand = "major_brand"
        case keySystems = "key_systems"
        case fragmentCount = "fragment_count"
        case hasMoreBoxes = "has_more_boxes"
    }
}
