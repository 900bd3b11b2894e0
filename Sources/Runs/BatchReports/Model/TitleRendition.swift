/// A media playlist of a title: which keys are in force when, and how large its segments are.
package struct TitleRendition: Sendable, Hashable, Codable {
    /// What a playlist is of.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// Video, or audio and video in one.
        case video
        /// Audio only.
        case audio
        /// Subtitles only.
        case subtitles
        /// The I-frames of a video.
        case iFrames = "i-frames"
        /// The playlists do not say.
        case media
    }

    /// A stretch of segments under one key, or in the clear.
    package struct Span: Sendable, Hashable, Codable {
        /// Where it begins, in seconds from the first segment on.
        package var start: Double
        /// Where it ends; not a part of it.
        package var end: Double
        /// The number of the key among those of the presentation, from 1; nil when it is clear.
        ///
        /// It tells keys apart also where neither their ids are known nor their URIs differ in what is shown of them.
        package var key: Int?
        /// The id of the key; nil when it is clear or nobody knows it.
        package var keyID: String?
        /// The method of the key lines; `NONE` when it is clear.
        package var method: String
        /// The URI of the first key line, redacted; nil when it is clear.
        package var keyURI: String?
        /// The line of the playlist: of the first key line, of a clear span that of its first segment's URI.
        package var line: Int

        /// Whether its segments can be played without a key.
        package var isClear: Bool { method == "NONE" }

        private enum CodingKeys: String, CodingKey {
            case start, end, key, method, line
            case keyID = "key_id"
            case keyURI = "key_uri"
        }

        /// A span of its parts.
        ///
        /// - Parameters:
        ///   - start: where it begins, in seconds.
        ///   - end: where it ends.
        ///   - key: the number of the key among those of the presentation.
        ///   - keyID: the id of the key, where it is known.
        ///   - method: the method of the key lines; `NONE` when it is clear.
        ///   - keyURI: the URI of the first key line, redacted.
        ///   - line: the line of the playlist.
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

    /// Its name.
    package var name: String
    /// Its playlist in the tree.
    package var playlist: String
    /// What it is of.
    package var kind: Kind
    /// Its segments; of an I-frame playlist its I-frames.
    package var segments: Int
    /// Those with a key in force.
    package var encrypted: Int
    /// The bytes of its segments; initialization sections do not count.
    package var bytes: UInt64
    /// How long it plays, in seconds.
    package var duration: Double
    /// The bitrate of all segments in bits a second (RFC 8216bis 4.1); nil when a size is not known.
    package var averageBitrate: Int?
    /// The greatest bitrate of contiguous segments of half to one and a half target durations (RFC 8216bis 4.1).
    package var peakBitrate: Int?
    /// Which keys are in force when; together the spans are all segments.
    package var timeline: [Span]
    /// The bitrate of each segment in bits a second; 0 of one that is missing.
    package var segmentBitrates: [Int]
    /// How long each segment plays, in seconds.
    package var segmentDurations: [Double]

    private enum CodingKeys: String, CodingKey {
        case name, playlist, kind, segments, encrypted, bytes, duration, timeline
        case averageBitrate = "average_bitrate"
        case peakBitrate = "peak_bitrate"
        case segmentBitrates = "segment_bitrates"
        case segmentDurations = "segment_durations"
    }

    /// A rendition of its parts.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - playlist: its playlist in the tree.
    ///   - kind: what it is of.
    ///   - encrypted: how many of its segments have a key in force.
    ///   - bytes: the bytes of its segments.
    ///   - averageBitrate: the bitrate of all segments in bits a second.
    ///   - peakBitrate: the greatest bitrate of RFC 8216bis 4.1.
    ///   - timeline: which keys are in force when.
    ///   - segmentBitrates: the bitrate of each segment.
    ///   - segmentDurations: how long each segment plays.
    ///   - duration: how long it plays.
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
