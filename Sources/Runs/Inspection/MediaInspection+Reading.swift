import HLSPlaylists
import PlaylistLinting
import Presentations

extension MediaInspection {
    init(_ media: PlaylistTree.Media, needed: Int, measurement: MediaMeasurement?) {
        let read = media.reading.playlist
        playlist = media.path.description
        version = VersionInspection(stated: read.version, needed: needed)
        type = read.playlistType?.rawValue
        liveness =
            read.hasEndList || read.playlistType == .vod ? .vod : read.playlistType == .event ? .event : .live
        targetDuration = read.targetDuration
        mediaSequence = read.mediaSequence
        duration = ExactSeconds(read.segments.last.map { $0.start + $0.duration } ?? .zero)
        segments = Segments(read.segments)
        isIFramesOnly = read.isIFramesOnly
        isLowLatency = !read.lowLatencyTags.isEmpty || read.partInformation != nil
        startDate = read.segments.first?.date?.formatted
        endDate = read.segments.last.flatMap { last in
            last.date?.advanced(by: last.duration).formatted
        }
        keys = KeyTimeline.intervals(of: read)
        sections = read.initializationSections.map { section in
            Section(
                line: section.line,
                uri: KeyDescription.uri(section.uri),
                byteRange: section.byteRange?.text,
                keyLines: section.keys.map { read.keys[$0].line }
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
