import Failures
import MediaProbing
import Mezzanines

/// The attributes of an audio rendition in a multivariant playlist.
struct AudioDescription: Sendable {
    /// The entry of `CODECS`.
    let codecs: String
    /// The value of `CHANNELS`: `2`, `16/JOC`.
    let channels: String
    /// The codec in the names of renditions and groups: `aac`, `ac3`.
    let family: String

    /// Describes a track.
    ///
    /// - Throws: `RunFailure` if the sample entry says too little, or the extensions of AAC are unknown.
    init(_ track: LadderTrack) throws(RunFailure) {
        let format = track.source.format
        guard let codec = SampleEntryProbe.track(of: format, .audio)?.codecs.first, let sound = format.audio
        else {
            throw .unknownCodec(input: track.input.path, track: track.name)
        }
        codecs = try format.codec == .aac ? AACProfile.codecs(of: track, announced: codec.name) : codec.name
        // PS makes two channels of one.
        let channelCount =
            codecs == AACProfile.parametricStereo ? max(2, sound.channelCount) : sound.channelCount
        channels = sound.objectCount.map { "\($0)/JOC" } ?? "\(max(1, channelCount))"
        family = Self.family(of: format.codec)
    }

    private static func family(of codec: TrackFormat.Codec) -> String {
        switch codec {
        case .aac: "aac"
        case .ac3: "ac3"
        case .eac3: "eac3"
        case .opus: "opus"
        case .flac: "flac"
        case .alac: "alac"
        case .avc, .hevc, .av1: "video"
        }
    }
}
