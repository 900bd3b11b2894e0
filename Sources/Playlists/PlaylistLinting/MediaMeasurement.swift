package import HLSPlaylists

/// What the media of a playlist are, as far as they can be looked at.
package struct MediaMeasurement: Sendable {
    /// What segments are made of (RFC 8216bis 3.1).
    package enum Container: String, Hashable, Sendable {
        /// MPEG-2 transport stream.
        case transportStream
        /// Fragments of ISO base media.
        case fragmentedMP4
        /// Frames of audio back to back.
        case packedAudio
        /// WebVTT text.
        case webVTT
    }

    /// One segment.
    package struct Segment: Hashable, Sendable {
        /// Its size as stored, in bytes.
        package var bytes: UInt64?
        /// How long it is by its timestamps.
        package var duration: Duration?
        /// Whether its first picture is one that decoding can begin with; nil without video.
        package var startsWithKeyFrame: Bool?

        /// A segment of which nothing is known.
        package init() {}
    }

    /// The segments in the order of the playlist.
    package var segments: [Segment]
    /// The formats of its tracks as in `CODECS` (RFC 6381), each once.
    package var codecs: [String] = []
    /// Other texts that the same bytes may have, by the text in `codecs`: ADTS does not say whether AAC (`mp4a.40.2`) is
    /// extended by SBR (`mp4a.40.5`) and PS (`mp4a.40.29`).
    package var codecAlternatives: [String: [String]] = [:]
    /// The size of its pictures; the largest where there are several.
    package var resolution: Resolution?
    /// The size at which they are shown, where that is another.
    package var shownResolution: Resolution?
    /// Pictures a second, on the average over the segments that were looked at.
    package var frameRate: Double?
    /// What the segments are made of; nil when none could be looked at.
    package var container: Container?
    /// Files that could not be looked at, in words, by the index of the segment.
    package var failures: [Int: String] = [:]

    /// Whether it is fragmented MP4.
    package var isFragmentedMP4: Bool { container == .fragmentedMP4 }

    /// The measurement of a playlist with a number of segments, of which nothing is known.
    package init(segmentCount: Int) {
        segments = Array(repeating: Segment(), count: segmentCount)
    }
}
