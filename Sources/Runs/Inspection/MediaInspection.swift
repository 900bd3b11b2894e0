import HLSPlaylists
import PlaylistLinting
import Presentations

/// The contents of a media playlist.
package struct MediaInspection: Sendable, Encodable {
    /// The kind of changes that the playlist may undergo.
    package enum Liveness: String, Sendable, Encodable {
        /// The playlist is complete.
        case vod
        /// Segments are added, and none is removed.
        case event
        /// Segments are added and may be removed.
        case live
    }

    /// The numbers of segments by their properties.
    package struct Segments: Sendable, Encodable {
        /// The number of all segments.
        package let count: Int
        /// The number of segments with a key in force, without gaps.
        package let encrypted: Int
        /// The number of segments without a key in force, without gaps.
        package let clear: Int
        /// The number of segments that `EXT-X-GAP` marks as missing.
        package let gaps: Int
        /// The number of segments that are byte ranges.
        package let byteRanges: Int
        /// The number of segments after an `EXT-X-DISCONTINUITY`.
        package let discontinuities: Int

        private enum CodingKeys: String, CodingKey {
            case count, encrypted, clear, gaps, discontinuities
            case byteRanges = "byte_ranges"
        }
    }

    /// An `EXT-X-MAP` tag.
    package struct Section: Sendable, Encodable {
        /// The line of the tag, from 1.
        package let line: Int
        /// The redacted URI.
        package let uri: String
        /// The byte range as `LENGTH@OFFSET`, or nil for the whole file.
        package let byteRange: String?
        /// The lines of the keys in force at the tag; empty if the section is clear.
        package let keyLines: [Int]

        private enum CodingKeys: String, CodingKey {
            case line, uri
            case byteRange = "byte_range"
            case keyLines = "key_lines"
        }
    }

    /// The path of the playlist, relative to the root of the tree.
    package let playlist: String
    /// The stated and the needed protocol version.
    package let version: VersionInspection
    /// The playlist type, `VOD` or `EVENT`, or nil if it is not stated.
    let type: String?
    /// The kind of changes that the playlist may undergo.
    package let liveness: Liveness
    /// The target duration in seconds, which no segment duration exceeds when rounded.
    package let targetDuration: UInt64
    /// The media sequence number of the first segment.
    package let mediaSequence: UInt64
    /// The total duration of the segments.
    package let duration: ExactSeconds
    /// The numbers of segments.
    package let segments: Segments
    /// Indicates whether each segment is one I-frame (`EXT-X-I-FRAMES-ONLY`).
    package let isIFramesOnly: Bool
    /// Indicates whether the playlist has partial segments, preload hints or skipped segments.
    package let isLowLatency: Bool
    /// The date of the start of the first segment, or nil if unknown.
    package let startDate: String?
    /// The date of the end of the last segment, or nil if unknown.
    package let endDate: String?
    /// The keys in force over time.
    package let keys: [KeyInterval]
    /// The `EXT-X-MAP` tags, in order.
    package let sections: [Section]
    /// The measured media, or nil if they were not measured.
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

/// Consecutive segments with the same keys in force.
package struct KeyInterval: Sendable, Encodable {
    /// The start, from the start of the first segment of the playlist.
    package let start: ExactSeconds
    /// The end (exclusive), from the start of the first segment of the playlist.
    package let end: ExactSeconds
    /// The media sequence number of the first segment.
    let mediaSequence: UInt64
    /// The number of segments.
    package let segments: Int
    /// The line of the first segment's URI.
    package let line: Int
    /// The keys in force; empty if the segments are clear.
    package let keys: [KeyInspection]

    private enum CodingKeys: String, CodingKey {
        case start, end, segments, line, keys
        case mediaSequence = "media_sequence"
    }
}

/// Finds the keys in force over the time of a playlist.
enum KeyTimeline {
    /// Returns the key intervals of a playlist, which together cover all segments, clear ones included.
    static func intervals(of playlist: MediaPlaylist) -> [KeyInterval] {
        var stretches: [KeyInterval] = []
        var members = playlist.segments[...]
        while let first = members.first {
            let stretch = members.prefix { $0.keys == first.keys }
            guard let last = stretch.last else { break }
            stretches.append(
                KeyInterval(
                    start: ExactSeconds(first.start),
                    end: ExactSeconds(last.start + last.duration),
                    mediaSequence: first.mediaSequence,
                    segments: stretch.count,
                    line: first.uriLine,
                    keys: first.keys.map { KeyDescription.inspection(of: playlist.keys[$0]) }
                )
            )
            members = members[stretch.endIndex...]
        }
        return stretches
    }
}

extension MediaInspection {
    init(_ media: PlaylistTree.Media, needed: Int, measurement: MediaMeasurement?) {
        let mediaPlaylist = media.reading.playlist
        playlist = media.path.description
        version = VersionInspection(stated: mediaPlaylist.version, needed: needed)
        type = mediaPlaylist.playlistType?.rawValue
        liveness =
            mediaPlaylist.hasEndList || mediaPlaylist.playlistType == .vod
            ? .vod : mediaPlaylist.playlistType == .event ? .event : .live
        targetDuration = mediaPlaylist.targetDuration
        mediaSequence = mediaPlaylist.mediaSequence
        duration = ExactSeconds(mediaPlaylist.segments.last.map { $0.start + $0.duration } ?? .zero)
        segments = Segments(mediaPlaylist.segments)
        isIFramesOnly = mediaPlaylist.isIFramesOnly
        isLowLatency = !mediaPlaylist.lowLatencyTags.isEmpty || mediaPlaylist.partInformation != nil
        startDate = mediaPlaylist.segments.first?.date?.formatted
        endDate = mediaPlaylist.segments.last.flatMap { last in
            last.date?.advanced(by: last.duration).formatted
        }
        keys = KeyTimeline.intervals(of: mediaPlaylist)
        sections = mediaPlaylist.initializationSections.map { section in
            Section(
                line: section.line,
                uri: KeyDescription.redactedURI(section.uri),
                byteRange: section.byteRange?.text,
                keyLines: section.keys.map { mediaPlaylist.keys[$0].line }
            )
        }
        measured = measurement.map { MeasurementInspection($0) }
    }
}

extension MediaInspection.Segments {
    fileprivate init(_ segments: [MediaSegment]) {
        count = segments.count
        gaps = segments.count(where: \.hasGap)
        encrypted = segments.count { !$0.hasGap && !$0.keys.isEmpty }
        clear = count - gaps - encrypted
        byteRanges = segments.count { $0.byteRange != nil }
        discontinuities = segments.count(where: \.hasDiscontinuity)
    }
}
