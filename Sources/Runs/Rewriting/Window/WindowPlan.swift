import HLSPlaylists
import Presentations

/// The segments that each media playlist of a tree keeps: those of the same instants in all.
struct WindowPlan {
    /// The indices of the kept segments; all where a playlist has no entry.
    private var kept: [TreePath: Range<Int>] = [:]

    /// The plan of a window.
    ///
    /// - Parameters:
    ///   - window: what is kept.
    ///   - tree: the playlists.
    ///   - isRepeated: whether the same cut has to be possible on its result: then dates have to tell when playlists start.
    /// - Throws: `PresentationError` for playlists that cannot be cut, and where nobody knows which segments are of the same instant.
    init(_ window: PlaylistWindow, of tree: RewriteTree, isRepeated: Bool = false) throws(PresentationError) {
        guard window != .all else { return }
        try tree.requireWhole()
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
            guard starts.areDated || !isRepeated else { throw .rewrite(.unrepeatableCut(tree.entry)) }
            let start = starts.reference.playlist.end - duration
            for media in tree.media {
                let offset = starts[media.path]
                try Self.requireCover(from: max(start, .zero), media, offset: offset)
                let reach = start - offset + starts.tolerance(of: media.path)
                keep(media.playlist.segments(reaching: reach), of: media)
            }
        case .dates(let from, let to):
            for media in tree.media {
                keep(try Self.segments(of: media, from, to, in: tree, isRepeated: isRepeated), of: media)
            }
        }
        for media in tree.media where kept[media.path]?.isEmpty == true {
            throw .rewrite(.emptyWindow(media.path))
        }
    }

    /// Refuses a playlist that begins more than a segment behind the start of the window, which another one has.
    private static func requireCover(
        from start: Duration,
        _ media: RewriteTree.Media,
        offset: Duration
    ) throws(PresentationError) {
        let target = Duration.seconds(Int64(clamping: media.playlist.targetDuration))
        guard offset > start + max(target, RenditionStarts.tolerance) else { return }
        throw .rewrite(.startsLater(media.path, by: offset))
    }

    /// The indices of the segments of a playlist that are kept.
    func kept(of media: RewriteTree.Media) -> Range<Int> {
        kept[media.path] ?? media.playlist.segments.indices
    }

    private mutating func keep(_ range: Range<Int>, of media: RewriteTree.Media) {
        kept[media.path] = range
    }

    // MARK: Dates

    /// The segments of a span of dates, by their own dates, or where a playlist has none, by those of the first variant.
    private static func segments(
        of media: RewriteTree.Media,
        _ from: DateTime?,
        _ to: DateTime?,
        in tree: RewriteTree,
        isRepeated: Bool
    ) throws(PresentationError) -> Range<Int> {
        let dates = SegmentDates(media.playlist)
        guard let unknown = dates.firstUnknown else {
            return media.playlist.segments(
                dates,
                from: from.map { $0.sinceEpoch + RenditionStarts.tolerance },
                to: to.map { $0.sinceEpoch - RenditionStarts.tolerance }
            )
        }
        let line = media.playlist.segments[unknown].uriLine
        let undated = PresentationError.rewrite(
            .undatedSegment(RewriteError.Place(playlist: media.path, line: line))
        )
        guard !dates.isKnown else { throw undated }
        guard tree.media.count > 1,
            let start = try RenditionStarts(of: tree).reference.playlist.continuousStart
        else { throw undated }
        guard !isRepeated else { throw .rewrite(.unrepeatableCut(media.path)) }
        return media.playlist.segments(
            from: from.map { $0.sinceEpoch - start } ?? .zero,
            to: to.map { $0.sinceEpoch - start }
        )
    }
}

extension MediaPlaylist {
    /// The end of the last segment in media time.
    fileprivate var end: Duration { segments.last.map { $0.start + $0.duration } ?? .zero }

    /// The segments that overlap a span of media time.
    fileprivate func segments(from: Duration, to: Duration?) -> Range<Int> {
        let first = segments.firstIndex { $0.start + $0.duration > from || $0.start >= from }
        let end = to.flatMap { to in segments.firstIndex { $0.start >= to } } ?? segments.endIndex
        guard let first, first < end else { return 0..<0 }
        return first..<end
    }

    /// The fewest segments at the end that reach back to a time; none where all end before it.
    fileprivate func segments(reaching start: Duration) -> Range<Int> {
        guard end > start else { return 0..<0 }
        let first = segments.lastIndex { $0.start <= start } ?? segments.startIndex
        return first..<segments.endIndex
    }

    /// The segments that overlap a span of dates, all of which are known: up to the first behind it.
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

    /// The date of the first segment, from which all others go on without a jump; nil where they do not.
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
