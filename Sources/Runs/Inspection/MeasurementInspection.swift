import HLSPlaylists
import PlaylistLinting

/// What the media of a playlist are.
package struct MeasurementInspection: Sendable, Encodable {
    /// A segment.
    package struct Segment: Sendable, Encodable {
        /// Its size as stored, in bytes.
        package let bytes: UInt64?
        /// How long it is by its timestamps.
        package let duration: ExactSeconds?
        /// Whether it begins with a picture that decoding can begin with; nil without video.
        package let startsWithKeyFrame: Bool?
        /// Why it could not be looked at.
        package let failure: String?

        private enum CodingKeys: String, CodingKey {
            case bytes, duration, failure
            case startsWithKeyFrame = "starts_with_key_frame"
        }
    }

    /// The formats of its tracks (RFC 6381).
    package let codecs: [String]
    /// `1280x720`.
    package let resolution: String?
    /// Pictures a second.
    package let frameRate: Double?
    /// What the segments are made of: `mpeg-ts`, `fmp4`, `packed-audio` or `webvtt`; nil when none could be looked at.
    package let container: String?
    /// The sizes of all segments that were looked at, in bytes.
    package let bytes: UInt64
    /// The segments in the order of the playlist.
    package let segments: [Segment]

    init(_ measurement: MediaMeasurement) {
        codecs = measurement.codecs
        resolution = measurement.resolution.map { "\($0.width)x\($0.height)" }
        frameRate = measurement.frameRate
        container = measurement.container.map { Self.name(of: $0) }
        bytes = measurement.segments.reduce(0) { sum, segment in
            let (total, overflow) = sum.addingReportingOverflow(segment.bytes ?? 0)
            return overflow ? .max : total
        }
        segments = measurement.segments.enumerated().map { index, segment in
            Segment(
                bytes: segment.bytes,
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
