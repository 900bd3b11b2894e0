/// What the media of a playlist are, as far as they can be looked at.
package struct MediaMeasurement: Sendable {
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
    /// The size of its pictures.
    package var resolution: Resolution?
    /// Pictures a second.
    package var frameRate: Double?
    /// Whether it is fragmented MP4.
    package var isFragmentedMP4 = false
    /// Files that could not be looked at, in words, by the index of the segment.
    package var failures: [Int: String] = [:]

    /// The measurement of a playlist with a number of segments, of which nothing is known.
    package init(segmentCount: Int) {
        segments = Array(repeating: Segment(), count: segmentCount)
    }
}
