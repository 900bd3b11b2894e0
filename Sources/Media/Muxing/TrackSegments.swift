package import Mezzanines

/// A track with its offset to the timeline of the presentation.
package struct TimedTrack: Sendable {
    /// The track, on the timeline of its input.
    package let track: SourceTrack
    /// The start of the presentation on the timeline of the track, in ticks of the track.
    package let origin: Int64

    package init(track: SourceTrack, origin: Int64) {
        self.track = track
        self.origin = origin
    }

    /// The ticks to add to `decodeTime + compositionOffset` of a sample to get its presentation time in the
    /// presentation.
    ///
    /// The value is clamped if the times of a malformed input overflow; `Segmenter.cut` refuses such tracks.
    package var shift: Int64 { Int64(clamping: Int128(track.presentationShift) - Int128(origin)) }
}

/// A track cut into segments.
package struct TrackSegments: Sendable {
    /// A segment of a track.
    package struct Segment: Hashable, Sendable {
        /// The samples in decoding order, empty if only other tracks have media in this segment.
        package let samples: Range<Int>
        /// The presentation time of the first picture or sound, in ticks of the track from the start of the
        /// presentation.
        ///
        /// If the first segment begins with samples that are decoded but not presented (AAC priming, an edit
        /// list), it is the start of the presented part.
        package let start: Int64
        /// The presented duration in ticks of the track: up to the start of the next segment or the end of
        /// the track.
        package let duration: Int64

        package init(samples: Range<Int>, start: Int64, duration: Int64) {
            self.samples = samples
            self.start = start
            self.duration = duration
        }
    }

    /// The track and its offset to the presentation.
    package let timedTrack: TimedTrack
    /// The segments, in order, which together have all packaged samples.
    package let segments: [Segment]

    /// The track, on the timeline of its input.
    package var track: SourceTrack { timedTrack.track }

    package init(timedTrack: TimedTrack, segments: [Segment]) {
        self.timedTrack = timedTrack
        self.segments = segments
    }
}
