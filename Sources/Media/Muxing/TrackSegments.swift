package import Mezzanines

/// A track on the timeline of the presentation.
package struct TimedTrack: Sendable {
    /// The track.
    package let track: SourceTrack
    /// The time on the track's own timeline at which the presentation starts, in ticks of the track.
    package let origin: Int64

    /// A track and its origin.
    package init(track: SourceTrack, origin: Int64) {
        self.track = track
        self.origin = origin
    }

    /// What has to be added to `decodeTime + compositionOffset` of a sample to get its presentation time in the presentation.
    ///
    /// The nearest that there is of hostile times: `Segmenter.cut` refuses them.
    package var shift: Int64 { Int64(clamping: Int128(track.presentationShift) - Int128(origin)) }
}

/// A track that is cut into segments.
package struct TrackSegments: Sendable {
    /// A segment of a track.
    package struct Segment: Hashable, Sendable {
        /// Its samples in the order of decoding; empty where others have media and this track has none.
        package let samples: Range<Int>
        /// When its first picture or sound is presented, in ticks of the track, 0 at the start of the presentation.
        ///
        /// Of a first segment with samples that are decoded only (AAC priming, an edit) it is where the presented part starts.
        package let start: Int64
        /// How long it is presented, in ticks of the track: up to the start of the next segment, or the end of the track.
        package let duration: Int64

        /// A segment from its parts.
        package init(samples: Range<Int>, start: Int64, duration: Int64) {
            self.samples = samples
            self.start = start
            self.duration = duration
        }
    }

    /// The track and where it is in time.
    package let timed: TimedTrack
    /// The segments, in order; together all samples that are packaged.
    package let segments: [Segment]

    /// The track.
    package var track: SourceTrack { timed.track }

    /// A cut track from its parts.
    package init(timed: TimedTrack, segments: [Segment]) {
        self.timed = timed
        self.segments = segments
    }
}
