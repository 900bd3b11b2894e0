package import HLSPlaylists

/// The measured properties of a playlist's media, as far as the media can be read.
package struct MediaMeasurement: Sendable {
    /// The container format of segments (RFC 8216bis 3.1).
    package enum Container: String, Hashable, Sendable {
        /// MPEG-2 transport stream.
        case transportStream
        /// Fragmented MP4 (ISO base media).
        case fragmentedMP4
        /// Packed audio: audio frames without a container.
        case packedAudio
        /// WebVTT text.
        case webVTT
    }

    /// The measured properties of one segment, each nil if unknown.
    package struct Segment: Hashable, Sendable {
        /// The size as stored, in bytes.
        package var byteCount: UInt64?
        /// The duration by the timestamps.
        package var duration: Duration?
        /// Indicates whether decoding can begin with the first picture; nil also without video.
        package var startsWithKeyFrame: Bool?

        /// Creates a segment without known properties.
        init() {}
    }

    /// The segments in the order of the playlist.
    package var segments: [Segment]
    /// The formats of the tracks as in `CODECS` (RFC 6381), each once.
    package var codecs: [String] = []
    /// Other formats that the same bytes may have, by the format in `codecs`.
    ///
    /// ADTS does not show whether AAC (`mp4a.40.2`) is extended by SBR (`mp4a.40.5`) and PS (`mp4a.40.29`).
    package var codecAlternatives: [String: [String]] = [:]
    /// The size of the pictures; the largest if there are several.
    package var resolution: Resolution?
    /// The display size of the pictures, or nil if it is the same.
    package var displayResolution: Resolution?
    /// The average frame rate of the measured segments, in frames per second.
    package var frameRate: Double?
    /// The container format, or nil if no segment could be read.
    package var container: Container?
    /// The reasons why segments could not be read, by index of the segment.
    package var failures: [Int: String] = [:]

    /// Indicates whether the segments are fragmented MP4.
    var isFragmentedMP4: Bool { container == .fragmentedMP4 }

    /// Creates a measurement without known properties for a number of segments.
    package init(segmentCount: Int) {
        segments = Array(repeating: Segment(), count: segmentCount)
    }
}
