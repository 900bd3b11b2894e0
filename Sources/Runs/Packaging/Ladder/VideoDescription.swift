import ElementaryStreams
import HLSPlaylists
import MediaProbing
import Mezzanines
import Presentations
import ProtectionTerms

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

    /// The class of its size.
    var trackClass: TrackClass { TrackClass(pixelCount: resolution.pixelCount) }

    /// Describes a track.
    ///
    /// - Parameters:
    ///   - track: the track.
    ///   - segmentFormat: the container: MPEG-TS has no sample entries, and CODECS names the form whose parameter sets stay.
    /// - Throws: `LadderError` for a sample entry that says too little.
    init(_ track: LadderTrack, _ segmentFormat: PackagingRequest.SegmentFormat) throws(LadderError) {
        let source = track.source
        let format = source.format
        guard let probed = SampleEntryProbe.track(of: format, .video), let codec = probed.codecs.first,
            let size = probed.shownSize ?? probed.pictureSize
        else { throw .unknownCodec(input: track.input.path, track: track.text) }
        codecs = segmentFormat == .transportStream ? ConvertedCodecs.list(codec.text) : codec.text
        resolution = Resolution(width: UInt64(size.width), height: UInt64(size.height))
        frameRate = FrameRate(source.samples, timescale: source.timescale)
        range = VideoRangeReader.range(of: track)
        let dolbyVision = DolbyVisionDescription(of: format.sampleEntry)
        supplementalCodecs = dolbyVision?.supplementalCodecs
        family =
            dolbyVision != nil
            ? "dolby-vision" : format.codec == .avc ? "avc" : format.codec == .hevc ? "hevc" : "av1"
    }
}
