import Mezzanines

/// Refuses what the container cannot carry before anything is cut.
enum ContainerCheck {
    /// What transport streams and packed audio carry in HLS (RFC 8216bis 3.1.1 and 3.1.4; Apple HLS authoring specification
    /// 1.5 and 2.25).
    private static let carriedInStreams: Set<TrackFormat.Codec> = [.avc, .aac, .ac3, .eac3]

    /// Checks a track.
    ///
    /// - Throws: `LadderError` with the way out.
    static func check(_ track: LadderTrack, _ request: PackagingRequest) throws(LadderError) {
        guard request.segmentFormat == .transportStream else {
            guard request.protectsSamples, track.source.format.changesParameterSets else { return }
            throw .changingParameterSets(input: track.place)
        }
        guard !carriedInStreams.contains(track.source.format.codec) else { return }
        throw .uncarried(
            input: track.place,
            codec: track.source.format.codec.name,
            container: "MPEG-TS of HLS",
            advice: "Use --segment-format fmp4."
        )
    }
}
