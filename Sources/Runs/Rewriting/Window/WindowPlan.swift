import Failures
import HLSPlaylists
import Presentations

/// The segments that each media playlist of a tree keeps, which cover the same time in all playlists.
struct WindowPlan {
    /// The indices of the kept segments by playlist; a playlist without an entry keeps all.
    private var keptRanges: [TreePath: Range<Int>] = [:]

    /// Plans a window.
    ///
    /// - Parameters:
    ///   - window: the part of the presentation that is kept.
    ///   - tree: the playlists.
    ///   - mustBeRepeatable: true if the same cut must be repeatable on its result, so that playlists need
    ///     dates.
    /// - Throws: `RunFailure` if a playlist cannot be cut, or it is unknown which segments are at the
    ///   same time.
    init(_ window: PlaylistWindow, of tree: RewriteTree, mustBeRepeatable: Bool = false)
        throws(RunFailure)
    {
        guard window != .all else { return }
        try tree.requireComplete()
        guard !tree.media.isEmpty else { return }
        switch window {
        case .all: break
        case .span(let from, let to):
            let starts = try RenditionStarts(of: tree)
            for media in tree.media {
                let offset = starts[media.path]
                let tolerance = starts.tolerance(of: media.path)
                try Self.requireCover(from: max(from, .zero), media, offset: offset)
                keep(
                    media.playlist.segments(
                        from: from - offset + tolerance,
                        to: to.map { $0 - offset - tolerance }
                    ),
                    of: media
                )
            }
        case .last(let duration):
            let starts = try RenditionStarts(of: tree)
            guard starts.areDated || !mustBeRepeatable else { throw .unrepeatableCut(tree.entry) }
            let start = starts.reference.playlist.end - duration
            for media in tree.media {
                let offset = starts[media.path]
                try Self.requireCover(from: max(start, .zero), media, offset: offset)
                let reach = start - offset + starts.tolerance(of: media.path)
                keep(media.playlist.segments(reaching: reach), of: media)
            }
        case .dates(let from, let to):
            for media in tree.media {
                keep(
                    try Self.segments(of: media, from, to, in: tree, mustBeRepeatable: mustBeRepeatable),
                    of: media
                )
            }
        }
        for media in tree.media where keptRanges[media.path]?.isEmpty == true {
            throw .emptyWindow(media.path)
        }
    }

    /// Throws if a playlist begins more than a target duration after the start of the window.
    private static func requireCover(
        from start: Duration,
        _ media: RewriteTree.Media,
        offset: Duration
    ) throws(RunFailure) {
        let target = Duration.seconds(Int64(clamping: media.playlist.targetDuration))
        guard offset > start + max(target, RenditionStarts.tolerance) else { return }
        throw .startsAfterWindow(media.path, by: offset)
    }

    /// Returns the indices of the segments that a playlist keeps.
    func keptSegments(of media: RewriteTree.Media) -> Range<Int> {
        keptRanges[media.path] ?? media.playlist.segments.indices
    }

    private mutating func keep(_ range: Range<Int>, of media: RewriteTree.Media) {
        keptRanges[media.path] = range
    }

    // MARK: Dates

    /// Returns the segments that overlap a span of dates.
    ///
    /// A playlist without any dates is cut by those of the first variant.
    private static func segments(
        of media: RewriteTree.Media,
        _ from: DateTime?,
        _ to: DateTime?,
        in tree: RewriteTree,
        mustBeRepeatable: Bool
    ) throws(RunFailure) -> Range<Int> {
        let dates = SegmentDates(media.playlist)
        guard let undatedIndex = dates.firstUnknown else {
            return media.playlist.segments(
                dates,
                from: from.map { $0.sinceEpoch + RenditionStarts.tolerance },
                to: to.map { $0.sinceEpoch - RenditionStarts.tolerance }
            )
        }
        let line = media.playlist.segments[undatedIndex].uriLine
        let undatedError = RunFailure.undatedSegment(LineLocation(playlist: media.path, line: line))
        guard !dates.isKnown else { throw undatedError }
        guard tree.media.count > 1,
            let start = try RenditionStarts(of: tree).reference.playlist.continuousStart
        else { throw undatedError }
        guard !mustBeRepeatable else { throw .unrepeatableCut(media.path) }
        return media.playlist.segments(
            from: from.map { $0.sinceEpoch - start } ?? .zero,
            to: to.map { $0.sinceEpoch - start }
        )
    }
}

extension MediaPlaylist {
    fileprivate var end: Duration { segments.last.map { $0.start + $0.duration } ?? .zero }

    fileprivate func segments(from: Duration, to: Duration?) -> Range<Int> {
        let first = segments.firstIndex { $0.start + $0.duration > from || $0.start >= from }
        let end = to.flatMap { to in segments.firstIndex { $0.start >= to } } ?? segments.endIndex
        guard let first, first < end else { return 0..<0 }
        return first..<end
    }

    /// Returns the fewest segments at the end that begin at or before `start`; none if all end before it.
    fileprivate func segments(reaching start: Duration) -> Range<Int> {
        guard end > start else { return 0..<0 }
        let first = segments.lastIndex { $0.start <= start } ?? segments.startIndex
        return first..<segments.endIndex
    }

    /// Returns the segments that overlap a span of dates, up to the first that begins after it.
    ///
    /// The dates of all segments must be known.
    fileprivate func segments(_ dates: SegmentDates, from: Duration?, to: Duration?) -> Range<Int> {
        func date(_ index: Int) -> Duration { dates[index]?.date.sinceEpoch ?? .zero }
        let first = segments.indices.first { index in
            guard let from else { return true }
            return date(index) + segments[index].duration > from || date(index) >= from
        }
        guard let first else { return 0..<0 }
        let end =
            to.flatMap { to in segments.indices[first...].first { date($0) >= to } } ?? segments.endIndex
        return first..<end
    }

    /// The date of the first segment, if all other dates continue from it without a jump; else nil.
    fileprivate var continuousStart: Duration? {
        let dates = SegmentDates(self)
        guard !segments.isEmpty, let start = dates[0]?.date.sinceEpoch else { return nil }
        let isContinuous = segments.enumerated().allSatisfy { index, segment in
            guard let date = dates[index]?.date.sinceEpoch else { return false }
            return date.distance(to: start + segment.start) < .milliseconds(500)
        }
        return isContinuous ? start : nil
    }
}
