import HLSPlaylists
import ISOBaseMedia
import MediaProbing
import Mezzanines

/// What a multivariant playlist says of a rendition of video.
struct VideoDescription: Sendable {
    /// Its part of `CODECS`.
    let codecs: String
    /// `SUPPLEMENTAL-CODECS`: Dolby Vision over a base that others can decode; nil without.
    let supplementalCodecs: String?
    /// `RESOLUTION`: the size at which the pictures are shown.
    let resolution: Resolution
    /// `FRAME-RATE`; nil where there is no time.
    let frameRate: FrameRate?
    /// `VIDEO-RANGE`.
    let range: StreamInformation.VideoRange
    /// The codec in names of renditions: `hevc`.
    let family: String

    /// The class of its size: `sd`, `hd`, `uhd`.
    var className: String { TrackSelection.className(of: resolution) }

    /// Describes a track.
    ///
    /// - Throws: `LadderError` for a sample entry that says too little.
    init(_ track: LadderTrack) throws(LadderError) {
        let source = track.source
        let format = source.format
        guard let probed = SampleEntryProbe.track(of: format, .video), let codec = probed.codecs.first,
            let size = Self.resolution(of: format)
        else { throw .unknownCodec(input: track.input.path, track: track.text) }
        codecs = codec.text
        resolution = size
        frameRate = FrameRate(source.samples, timescale: source.timescale)
        range = VideoRangeReader.range(of: track)
        let dolbyVision = DolbyVisionDescription(of: format.sampleEntry)
        supplementalCodecs = dolbyVision?.supplementalCodecs
        family =
            dolbyVision != nil
            ? "dolby-vision" : format.codec == .avc ? "avc" : format.codec == .hevc ? "hevc" : "av1"
    }

    /// The size of the sample entry, with its pixel aspect: the width grows or shrinks, as displays do it.
    private static func resolution(of format: TrackFormat) -> Resolution? {
        guard let picture = format.picture, picture.width > 0, picture.height > 0 else { return nil }
        var width = UInt64(picture.width)
        // hSpacing and vSpacing (ISO/IEC 14496-12, 12.1.4).
        if let aspect = format.sampleEntry.first("pasp").map(\.fields), aspect.count == 8 {
            let numbers = [aspect.prefix(4), aspect.suffix(4)].map {
                $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            // What is larger is no aspect, and would overflow.
            if numbers.allSatisfy({ (1...0xFFFF).contains($0) }) {
                width = max(1, (width * numbers[0] + numbers[1] / 2) / numbers[1])
            }
        }
        return Resolution(width: width, height: UInt64(picture.height))
    }
}
