/// What is in an MP4 file: a movie, an initialization section or segments.
package struct MP4Inspection: Sendable, Encodable {
    /// What an edit of an edit list does.
    package struct Edit: Sendable, Encodable {
        /// How long it is shown, in ticks of the movie.
        package let duration: UInt64
        /// Where it starts in the media, in ticks of the track; nil: nothing is shown.
        package let mediaTime: UInt64?
        /// 1 is normal speed.
        package let rate: Double

        private enum CodingKeys: String, CodingKey {
            case duration, rate
            case mediaTime = "media_time"
        }
    }

    /// A sample entry.
    package struct SampleEntry: Sendable, Encodable {
        /// What it is called: `avc1`, or `encv` of an encrypted one.
        package let type: String
        /// Of an encrypted one what it was before: `avc1`.
        package let originalFormat: String?
        /// How its samples are encrypted; nil of a clear one.
        package let protection: SampleEntryProtection?

        private enum CodingKeys: String, CodingKey {
            case type, protection
            case originalFormat = "original_format"
        }
    }

    /// A track, as `moov` has it, or, where there is none, as fragments do.
    package struct Track: Sendable, Encodable {
        /// track_ID.
        package let id: UInt32
        /// handler_type: `vide`, `soun`, ...; nil without `moov`.
        package let handler: String?
        /// RFC 6381; nil where that is not known.
        package let codecs: [String]
        /// The size of pictures: "1920x1080"; nil without.
        package let resolution: String?
        /// ISO 639-2/T.
        package let language: String?
        /// Ticks a second.
        package let timescale: UInt32?
        /// Of the samples in `moov` and in fragments.
        package let duration: ExactSeconds?
        /// Samples in `moov` and in fragments.
        package let samples: UInt64
        /// Fragments with samples of the track.
        package let fragments: UInt64
        /// The sample entries, in order.
        package let entries: [SampleEntry]
        /// The edit list.
        package let edits: [Edit]
    }

    /// `progressive movie`, `fragmented movie`, `initialization section`, `media segment` or
    /// `boxes without movie and fragments`.
    package let form: String
    /// major_brand of `ftyp` or `styp`; nil without.
    package let majorBrand: String?
    /// The brands that the file conforms to.
    package let brands: [String]
    /// The tracks, in order.
    package let tracks: [Track]
    /// `pssh` boxes, in order.
    package let keySystems: [KeySystemInspection]
    /// Track fragments, the first ones.
    package let fragments: [TrackFragmentInspection]
    /// How many there are.
    package let fragmentCount: UInt64
    /// The boxes, the first ones.
    package let boxes: [BoxInspection]
    /// Whether there are more boxes than those.
    package let hasMoreBoxes: Bool

    private enum CodingKeys: String, CodingKey {
        case form, brands, tracks, fragments, boxes
        case majorBrand = "major_brand"
        case keySystems = "key_systems"
        case fragmentCount = "fragment_count"
        case hasMoreBoxes = "has_more_boxes"
    }
}
