import ElementaryStreams
import HLSPlaylists
import MediaProbing
import PlaylistLinting

/// Assembles the measurement of a playlist from those of its resources.
struct MeasurementAssembly {
    let playlist: MediaPlaylist
    let plan: MeasurementPlan
    let sections: [ResourceMeasurement]
    let segments: [ResourceMeasurement]

    var measurement: MediaMeasurement {
        var result = MediaMeasurement(segmentCount: segments.count)
        for (index, segment) in segments.enumerated() {
            result.segments[index].byteCount = segment.bytes
            result.segments[index].duration = duration(ofSegment: index)
            result.segments[index].startsWithKeyFrame = segment.content?.mainTrack?.startsWithKeyFrame
        }
        result.failures = failures
        result.container = segments.lazy.compactMap(\.content).first.flatMap { Self.container($0.kind) }
        result.frameRate = frameRate
        for track in tracks where track.content != .other { Self.describe(track, in: &result) }
        return result
    }

    /// The tracks in the initialization sections, followed by those in the segments.
    private var tracks: [MediaTrack] {
        (sections + segments).compactMap(\.content).flatMap(\.tracks)
    }

    /// Returns the duration of a segment, or nil if unknown.
    ///
    /// For a transport stream, it is the time from the segment's first timestamp to that of the next segment,
    /// if both have the same timeline. Otherwise it is the duration of the segment's samples.
    private func duration(ofSegment index: Int) -> Duration? {
        guard let content = segments[index].content, let track = content.mainTrack, let timing = track.timing
        else { return nil }
        if content.kind == .transportStream, index + 1 < segments.count,
            !playlist.segments[index + 1].hasDiscontinuity,
            let next = segments[index + 1].content?.mainTrack, next.content == track.content,
            let nextTiming = next.timing, let distance = timing.distance(to: nextTiming)
        {
            return distance
        }
        return timing.length?.duration
    }

    /// The failures by segment index; that of an initialization section is at the first segment using it.
    private var failures: [Int: String] {
        var failures: [Int: String] = [:]
        var reportedSections: Set<Int> = []
        for (index, segment) in segments.enumerated() {
            if let section = plan.sectionOfSegment[index], let failure = sections[section].failure {
                // Without its initialization section no segment can be parsed, so its own failure is moot.
                if reportedSections.insert(section).inserted { failures[index] = failure }
            } else if let failure = segment.failure {
                failures[index] = failure
            }
        }
        return failures
    }

    /// The average frame rate in pictures per second, over all segments of known duration.
    private var frameRate: Double? {
        var count: UInt64 = 0
        var seconds = 0.0
        for segment in segments {
            guard let track = segment.content?.mainTrack, track.content == .video,
                let timing = track.timing, let length = timing.length
            else { continue }
            count += timing.sampleCount
            seconds += Double(length.ticks) / Double(length.timescale)
        }
        return seconds > 0 ? Double(count) / seconds : nil
    }

    private static func container(_ kind: StreamKind) -> MediaMeasurement.Container? {
        switch kind {
        case .transportStream: .transportStream
        case .fragmentedMP4, .initializationSection: .fragmentedMP4
        case .packedAudio: .packedAudio
        case .webVTT: .webVTT
        case .webVTTInUTF16, .unknown: nil
        }
    }

    private static func describe(_ track: MediaTrack, in result: inout MediaMeasurement) {
        for codec in track.codecs where !result.codecs.contains(codec.name) {
            result.codecs.append(codec.name)
            if !codec.alternatives.isEmpty { result.codecAlternatives[codec.name] = codec.alternatives }
        }
        if let size = track.pictureSize {
            let resolution = Resolution(width: UInt64(size.width), height: UInt64(size.height))
            let knownArea = result.resolution.map { $0.width * $0.height } ?? 0
            guard resolution.width * resolution.height > knownArea else { return }
            result.resolution = resolution
            result.displayResolution = track.displaySize.map {
                Resolution(width: UInt64($0.width), height: UInt64($0.height))
            }
        }
    }
}
