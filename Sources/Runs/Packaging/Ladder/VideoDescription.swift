import ElementaryStreams
import Failures
import HLSPlaylists
import MediaProbing
import Mezzanines
import Presentations
import ProtectionTerms

/// The attributes of a video rendition in a multivariant playlist.
struct VideoDescription: Sendable {
    /// The entry of `CODECS`.
    let codecs: String
    /// The value of `SUPPLEMENTAL-CODECS`: Dolby Vision over a base that other decoders support; nil without.
    let supplementalCodecs: String?
    /// The value of `RESOLUTION`: the size at which the pictures are shown.
    let resolution: Resolution
    /// The value of `FRAME-RATE`, or nil if the samples have no duration.
    let frameRate: FrameRate?
    /// The value of `VIDEO-RANGE`.
    let range: StreamInformation.VideoRange
    /// The codec in the names of renditions: `hevc`.
    let family: String

    /// The class of the resolution: sd, hd or uhd.
    var trackClass: TrackClass { TrackClass(pixelCount: resolution.pixelCount) }

    /// Describes a track.
    ///
    /// - Parameters:
    ///   - track: the track.
    ///   - segmentFormat: the container. MPEG-TS has no sample entries, so `CODECS` names the form with
    ///     parameter sets out of band.
    /// - Throws: `RunFailure` if the sample entry says too little.
    init(_ track: LadderTrack, _ segmentFormat: PackagingRequest.SegmentFormat) throws(RunFailure) {
        let source = track.source
        let format = source.format
        guard let probed = SampleEntryProbe.track(of: format, .video), let codec = probed.codecs.first,
            let size = probed.displaySize ?? probed.pictureSize
        else { throw .unknownCodec(input: track.input.path, track: track.name) }
        codecs = segmentFormat == .transportStream ? ConvertedCodecs.list(codec.name) : codec.name
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
