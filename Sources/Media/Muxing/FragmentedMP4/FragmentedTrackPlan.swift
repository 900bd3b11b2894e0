import Bitstreams
import ISOBaseMedia
import Mezzanines

/// The data that all segments of a track share.
final class FragmentedTrackPlan: Sendable {
    let track: SourceTrack
    /// The conversion of times of the track to those of fragments.
    let timeline: FragmentTimeline
    /// The 'roll' sample group with the pre-roll of the codec, or nil if decoding can start at any sync
    /// sample.
    let rollGroup: RollGroup?
    let brands: FileBrands
    let eventMessages: SegmentEventMessages

    /// Examines a track.
    ///
    /// - Throws: `MezzanineError` if the times do not fit into fragmented MP4.
    init(_ segments: TrackSegments) throws(MezzanineError) {
        track = segments.track
        let timeline = try FragmentTimeline(segments)
        self.timeline = timeline
        rollGroup = RollGroup(track, shortestDuration: timeline.shortestDuration)
        brands = FileBrands(track.format)
        eventMessages = SegmentEventMessages(segments)
    }
}

/// The brands that the files and segments of a track conform to.
struct FileBrands: Hashable, Sendable {
    /// Indicates whether the brands include CMAF (ISO/IEC 23000-19): not with parameter sets in the samples,
    /// for which Shaka Packager also omits it.
    private let isCommonMediaFormat: Bool
    private let codecs: [FourCharacterCode]

    /// Determines the brands for a track format.
    init(_ format: TrackFormat) {
        let entry = format.sampleEntry
        isCommonMediaFormat = !Self.inBandEntryTypes.contains(entry.type)
        var codecs: [FourCharacterCode] = []
        if let brand = Self.codecBrands[entry.type] { codecs.append(brand) }
        let isDolbyVision =
            Self.dolbyVisionEntryTypes.contains(entry.type)
            || entry.children.contains { Self.dolbyVisionConfigurations.contains($0.type) }
        if isDolbyVision { codecs.append("dby1") }
        self.codecs = codecs
    }

    /// The `ftyp` of an initialization section.
    var fileType: BoxNode { Self.box("ftyp", baseBrands("cmfc") + codecs) }

    /// The `styp` of a segment.
    var segmentType: BoxNode { Self.box("styp", baseBrands("cmfs") + codecs) }

    private func baseBrands(_ structure: FourCharacterCode) -> [FourCharacterCode] {
        isCommonMediaFormat ? ["iso6", structure] : ["iso6"]
    }

    /// Returns a box with major brand iso6, which covers all features used: `tfdt`, `sidx`,
    /// `default-base-is-moof`.
    private static func box(_ type: FourCharacterCode, _ brands: [FourCharacterCode]) -> BoxNode {
        var fields = [UInt8](bigEndian: FourCharacterCode("iso6").rawValue)
        fields.append(bigEndian: 0 as UInt32)
        for brand in brands { fields.append(bigEndian: brand.rawValue) }
        return BoxNode(type, fields: fields)
    }

    private static let inBandEntryTypes: Set<FourCharacterCode> = [
        "avc2", "avc3", "avc4", "hev1", "dvhe", "dvav",
    ]
    private static let codecBrands: [FourCharacterCode: FourCharacterCode] = [
        "avc1": "avc1", "hvc1": "hvc1", "av01": "av01",
    ]
    private static let dolbyVisionEntryTypes: Set<FourCharacterCode> = [
        "dvh1", "dvhe", "dva1", "dvav", "dav1",
    ]
    private static let dolbyVisionConfigurations: Set<FourCharacterCode> = ["dvcC", "dvvC", "dvwC"]
}
