/// A media playlist of a title, with its keys over time and its segment bitrates.
package struct TitleRendition: Sendable, Hashable, Codable {
    /// The kind of media that a playlist has.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// Video, or video with audio.
        case video
        /// Audio only.
        case audio
        /// Subtitles only.
        case subtitles
        /// The I-frames of a video (`EXT-X-I-FRAMES-ONLY`).
        case iFrames = "i-frames"
        /// Unknown, as the playlists do not say.
        case media
    }

    /// Consecutive segments under one key, or clear ones.
    package struct Span: Sendable, Hashable, Codable {
        /// The start, in seconds from the start of the first segment.
        var start: Double
        /// The end (exclusive), in seconds from the start of the first segment.
        package var end: Double
        /// The number of the key in the presentation, from 1, or nil if the span is clear.
        ///
        /// It distinguishes keys even if their ids are unknown and their redacted URIs are equal.
        package var key: Int?
        /// The id of the key, or nil if the span is clear or the id is unknown.
        package var keyID: String?
        /// The `METHOD` of the key lines, or `NONE` if the span is clear.
        package var method: String
        /// The redacted URI of the first key line, or nil if the span is clear.
        package var keyURI: String?
        /// The line in the playlist of the first key or, if the span is clear, of its first segment's URI.
        var line: Int

        /// Indicates whether the segments can be played without a key.
        var isClear: Bool { method == "NONE" }

        private enum CodingKeys: String, CodingKey {
            case start, end, key, method, line
            case keyID = "key_id"
            case keyURI = "key_uri"
        }

        /// Creates a span from its properties.
        package init(
            start: Double,
            end: Double,
            key: Int? = nil,
            keyID: String? = nil,
            method: String,
            keyURI: String? = nil,
            line: Int
        ) {
            self.start = start
            self.end = end
            self.key = key
            self.keyID = keyID
            self.method = method
            self.keyURI = keyURI
            self.line = line
        }
    }

    /// The name: the path of the playlist without its extension.
    package var name: String
    /// The path of the playlist, relative to the root of the tree.
    var playlist: String
    /// The kind of media.
    package var kind: Kind
    /// The number of segments; for an I-frame playlist, of I-frames.
    var segments: Int
    /// The number of segments with a key in force, without gaps.
    var encrypted: Int
    /// The size of the segments in bytes, without initialization sections.
    package var bytes: UInt64
    /// The duration, in seconds.
    var duration: Double
    /// The average segment bitrate (RFC 8216bis 4.1), in bits per second; nil if a segment's size is unknown.
    package var averageBitrate: Int?
    /// The peak segment bitrate in bits per second; nil if a segment's size is unknown.
    ///
    /// It is the greatest bitrate of contiguous segments whose duration is 0.5 to 1.5 target durations
    /// (RFC 8216bis 4.1).
    package var peakBitrate: Int?
    /// The spans of the keys in force, which together cover all segments.
    package var timeline: [Span]
    /// The bitrate of each segment in bits per second; 0 if its size is unknown.
    package var segmentBitrates: [Int]
    /// The duration of each segment, in seconds.
    var segmentDurations: [Double]

    private enum CodingKeys: String, CodingKey {
        case name, playlist, kind, segments, encrypted, bytes, duration, timeline
        case averageBitrate = "average_bitrate"
        case peakBitrate = "peak_bitrate"
        case segmentBitrates = "segment_bitrates"
        case segmentDurations = "segment_durations"
    }

    /// Creates a rendition from its properties; `segments` is the number of `segmentDurations`.
    package init(
        name: String,
        playlist: String,
        kind: Kind,
        encrypted: Int,
        bytes: UInt64,
        averageBitrate: Int? = nil,
        peakBitrate: Int? = nil,
        timeline: [Span],
        segmentBitrates: [Int],
        segmentDurations: [Double],
        duration: Double
    ) {
        self.name = name
        self.playlist = playlist
        self.kind = kind
        self.segments = segmentDurations.count
        self.encrypted = encrypted
        self.bytes = bytes
        self.duration = duration
        self.averageBitrate = averageBitrate
        self.peakBitrate = peakBitrate
        self.timeline = timeline
        self.segmentBitrates = segmentBitrates
        self.segmentDurations = segmentDurations
    }
}
