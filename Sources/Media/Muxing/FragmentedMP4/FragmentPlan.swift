import Mezzanines

/// What all segments of a track are made with.
final class FragmentPlan: Sendable {
    /// The track.
    let track: SourceTrack
    /// Its times.
    let timeline: FragmentTimeline
    /// How far decoding has to begin in front of a sample; nil where no sample needs others that are all sync samples.
    let rollGroup: RollGroup?
    /// What files of it conform to.
    let brands: FileBrands
    /// The event messages of its segments.
    let events: EventCarriage

    /// Looks at a track.
    ///
    /// - Throws: `MezzanineError` for what fragmented MP4 cannot say.
    init(_ segments: TrackSegments) throws(MezzanineError) {
        track = segments.track
        let timeline = try FragmentTimeline(segments)
        self.timeline = timeline
        rollGroup = RollGroup(track, shortestDuration: timeline.shortestDuration)
        brands = FileBrands(track.format)
        events = EventCarriage(segments)
    }
}
