import HLSPlaylists
import PlaylistLinting

/// The measured media of a playlist.
package struct MeasurementInspection: Sendable, Encodable {
    /// The measured media of a segment.
    package struct Segment: Sendable, Encodable {
        /// The size as stored, in bytes; nil if unknown.
        let bytes: UInt64?
        /// The duration according to timestamps, or nil if unknown.
        let duration: ExactSeconds?
        /// Indicates whether decoding can start at the segment's first picture; nil without video.
        let startsWithKeyFrame: Bool?
        /// The reason why the segment could not be measured, or nil.
        package let failure: String?

        private enum CodingKeys: String, CodingKey {
            case bytes, duration, failure
            case startsWithKeyFrame = "starts_with_key_frame"
        }
    }

    /// The codecs of the tracks (RFC 6381).
    package let codecs: [String]
    /// The largest picture size, such as `1280x720`, or nil without video.
    package let resolution: String?
    /// The frame rate in pictures per second, or nil if unknown.
    package let frameRate: Double?
    /// The container: `mpeg-ts`, `fmp4`, `packed-audio` or `webvtt`; nil if no segment could be read.
    package let container: String?
    /// The size of all segments whose size is known, in bytes.
    package let bytes: UInt64
    /// The segments in playlist order.
    package let segments: [Segment]

    init(_ measurement: MediaMeasurement) {
        codecs = measurement.codecs
        resolution = measurement.resolution.map { "\($0.width)x\($0.height)" }
        frameRate = measurement.frameRate
        container = measurement.container.map { Self.name(of: $0) }
        bytes = measurement.segments.reduce(0) { sum, segment in
            let (total, overflow) = sum.addingReportingOverflow(segment.byteCount ?? 0)
            return overflow ? .max : total
        }
        segments = measurement.segments.enumerated().map { index, segment in
            Segment(
                bytes: segment.byteCount,
                duration: segment.duration.map { ExactSeconds($0) },
                startsWithKeyFrame: segment.startsWithKeyFrame,
                failure: measurement.failures[index]
            )
        }
    }

    private static func name(of container: MediaMeasurement.Container) -> String {
        switch container {
        case .transportStream: "mpeg-ts"
        case .fragmentedMP4: "fmp4"
        case .packedAudio: "packed-audio"
        case .webVTT: "webvtt"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case container, codecs, resolution, bytes, segments
        case frameRate = "frame_rate"
    }
}
