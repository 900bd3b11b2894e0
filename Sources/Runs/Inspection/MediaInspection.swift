/// What a media playlist says.
package struct MediaInspection: Sendable, Encodable {
    /// Whether the playlist changes.
    package enum Liveness: String, Sendable, Encodable {
        /// It is complete.
        case vod
        /// Segments are added, none is removed.
        case event
        /// Segments are added and may be removed.
        case live
    }

    /// Segments by what is known of them.
    package struct Segments: Sendable, Encodable {
        /// All.
        package let count: Int
        /// Those with a key in force.
        package let encrypted: Int
        /// Those without.
        package let clear: Int
        /// Those that `EXT-X-GAP` says are missing; in none of the other numbers but `count`.
        package let gaps: Int
        /// Those that are byte ranges.
        package let byteRanges: Int
        /// Those behind an `EXT-X-DISCONTINUITY`.
        package let discontinuities: Int

        private enum CodingKeys: String, CodingKey {
            case count, encrypted, clear, gaps, discontinuities
            case byteRanges = "byte_ranges"
        }
    }

    /// `EXT-X-MAP`.
    package struct Section: Sendable, Encodable {
        /// The line of the tag.
        package let line: Int
        /// Where it is, without the query.
        package let uri: String
        /// `LENGTH@OFFSET` in bytes; nil for the whole file.
        package let byteRange: String?
        /// The key lines in force where the tag stands; empty when it is clear.
        package let keyLines: [Int]

        private enum CodingKeys: String, CodingKey {
            case line, uri
            case byteRange = "byte_range"
            case keyLines = "key_lines"
        }
    }

    /// The playlist, relative to the root.
    package let playlist: String
    /// The protocol version, and the one that the playlist needs.
    package let version: VersionInspection
    /// `VOD` or `EVENT`; nil when not written.
    package let type: String?
    /// Whether the playlist changes.
    package let liveness: Liveness
    /// Seconds that no segment exceeds, rounding aside.
    package let targetDuration: UInt64
    /// The number of the first segment.
    package let mediaSequence: UInt64
    /// The sum of the durations.
    package let duration: ExactSeconds
    /// The segments.
    package let segments: Segments
    /// Whether each segment is one I-frame.
    package let isIFramesOnly: Bool
    /// Whether it has parts of segments, hints or skipped segments.
    package let isLowLatency: Bool
    /// When the first segment begins, where the playlist says it.
    package let startDate: String?
    /// When the last segment ends, where the playlist says it.
    package let endDate: String?
    /// Which keys are in force when.
    package let keys: [KeyStretch]
    /// Every `EXT-X-MAP` in order.
    package let sections: [Section]
    /// What its media are; nil when they were not looked at.
    package let measured: MeasurementInspection?

    private enum CodingKeys: String, CodingKey {
        case playlist, version, type, liveness, duration, segments, measured
        case targetDuration = "target_duration"
        case mediaSequence = "media_sequence"
        case isIFramesOnly = "i_frames_only"
        case isLowLatency = "low_latency"
        case startDate = "start_date"
        case endDate = "end_date"
        case keys = "key_timeline"
        case sections = "maps"
    }
}

/// Segments behind each other with the same keys in force.
package struct KeyStretch: Sendable, Encodable {
    /// Where it begins, from the start of the first segment of the playlist.
    package let start: ExactSeconds
    /// Where it ends; not a part of it.
    package let end: ExactSeconds
    /// The media sequence number of its first segment.
    package let mediaSequence: UInt64
    /// The number of its segments.
    package let segments: Int
    /// The line of the first URI.
    package let line: Int
    /// The keys in force; empty when it is clear.
    package let keys: [KeyInspection]

    private enum CodingKeys: String, CodingKey {
        case start, end, segments, line, keys
        case mediaSequence = "media_sequence"
    }
}
