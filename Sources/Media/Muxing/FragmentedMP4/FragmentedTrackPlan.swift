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
    let events: SegmentEventMessages

    /// Examines a track.
    ///
    /// - Throws: `MezzanineError` if the times do not fit into fragmented MP4.
    init(_ segments: TrackSegments) throws(MezzanineError) {
        track = segments.track
        let timeline = try FragmentTimeline(segments)
        self.timeline = timeline
        rollGroup = RollGroup(track, shortestDuration: timeline.shortestDuration)
        brands = FileBrands(track.format)
        events = SegmentEventMessages(segments)
    }
}
