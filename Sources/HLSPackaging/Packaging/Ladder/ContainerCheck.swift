import Mezzanines

/// Refuses codecs that the container cannot carry before anything is cut.
enum ContainerCheck {
    /// What transport streams and packed audio carry in HLS (RFC 8216bis 3.1.1 and 3.1.4; Apple HLS authoring specification
    /// 1.5 and 2.25).
    private static let carriedInStreams: Set<TrackFormat.Codec> = [.avc, .aac, .ac3, .eac3]

    /// Checks a track.
    ///
    /// - Throws: `LadderError` with the way out.
    static func check(_ track: LadderTrack, _ request: PackagingRequest) throws(LadderError) {
        guard request.segmentFormat == .transportStream, !carriedInStreams.contains(track.source.format.codec)
        else { return }
        throw .uncarried(
            input: track.place,
            codec: name(of: track.source.format.codec),
            container: "MPEG-TS of HLS",
            advice: "Use --segment-format fmp4."
        )
    }

    private static func name(of codec: TrackFormat.Codec) -> String {
        switch codec {
        case .avc: "H.264"
        case .hevc: "HEVC"
        case .av1: "AV1"
        case .aac: "AAC"
        case .ac3: "AC-3"
        case .eac3: "E-AC-3"
        case .opus: "Opus"
        case .flac: "FLAC"
        case .alac: "ALAC"
        }
    }
}
