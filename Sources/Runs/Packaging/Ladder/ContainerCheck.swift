import Mezzanines

/// Refuses tracks that the container cannot carry, before anything is cut.
enum ContainerCheck {
    /// The codecs that HLS allows in transport streams and packed audio.
    ///
    /// Sources: RFC 8216bis 3.1.1 and 3.1.4; Apple HLS authoring specification 1.5 and 2.25.
    private static let carriedInStreams: Set<TrackFormat.Codec> = [.avc, .aac, .ac3, .eac3]

    /// Checks that segments can carry a track, and that its samples can be encrypted if that is requested.
    ///
    /// - Throws: `LadderError` with advice.
    static func check(_ track: LadderTrack, _ request: PackagingRequest) throws(LadderError) {
        guard request.segmentFormat == .transportStream else {
            guard request.protectsSamples, track.source.format.hasChangingParameterSets else { return }
            throw .changingParameterSets(input: track.label)
        }
        guard !carriedInStreams.contains(track.source.format.codec) else { return }
        throw .uncarried(
            input: track.label,
            codec: track.source.format.codec.name,
            container: "MPEG-TS in HLS",
            advice: "Use --segment-format fmp4."
        )
    }
}
