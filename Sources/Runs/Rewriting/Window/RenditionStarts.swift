import HLSPlaylists
import Presentations

/// The times at which the media playlists of a tree start, on the clock of the first variant.
struct RenditionStarts {
    /// The playlist whose start is 0: that of the first variant, or of a tree without one, the first.
    let reference: RewriteTree.Media
    /// Whether the dates of all playlists tell their starts; else they are taken to start together.
    private(set) var areDated = true
    private var offsets: [TreePath: Duration] = [:]

    /// Differences of dates that are rounding: dates have milliseconds, and durations are sums.
    static let tolerance = Duration.milliseconds(100)

    /// The starts in a tree.
    ///
    /// A date is looked for in the timeline of the first variant, since over a discontinuity a difference of dates is no duration.
    /// Without dates, playlists of the same media sequence number start together, and so do complete ones whose first numbers are 0
    /// or 1: what was cut before need not. In no case may a known date contradict another of the same time.
    ///
    /// - Throws: `PresentationError` where it is not known when a playlist starts.
    init(of tree: RewriteTree) throws(PresentationError) {
        reference = tree.firstVariant ?? tree.media[0]
        let timeline = DatedTimeline(reference.playlist)
        let isComplete = tree.media.allSatisfy(\.playlist.hasEndList)
        let number = reference.playlist.mediaSequence
        for media in tree.media where media.path != reference.path {
            let other = DatedTimeline(media.playlist)
            if timeline.start != nil, other.start != nil {
                guard let offset = timeline.offset(of: other) else { throw unknownStart(media) }
                offsets[media.path] = offset
            } else {
                areDated = false
                let own = media.playlist.mediaSequence
                guard own == number || (isComplete && own <= 1 && number <= 1) else {
                    throw unknownStart(media)
                }
            }
            guard timeline.agrees(with: other, startingAt: self[media.path]) else {
                throw unknownStart(media)
            }
        }
        try requireDates(tree)
    }

    /// Refuses a playlist without a date beside others whose dates say that they do not start together.
    private func requireDates(_ tree: RewriteTree) throws(PresentationError) {
        guard !areDated else { return }
        let starts = tree.media.compactMap { DatedTimeline($0.playlist).start }
        guard let first = starts.min(), let last = starts.max(), last - first >= Self.tolerance else {
            return
        }
        let undated = tree.media.first {
            DatedTimeline($0.playlist).start == nil && $0.path != reference.path
        }
        throw unknownStart(undated ?? tree.media.first { $0.path != reference.path } ?? reference)
    }

    /// The start of a playlist, after that of the reference; negative where it starts before.
    subscript(path: TreePath) -> Duration { offsets[path] ?? .zero }

    /// The overlap with a window that is rounding: none where a playlist starts with the reference, to the attosecond.
    func tolerance(of path: TreePath) -> Duration { self[path] == .zero ? .zero : Self.tolerance }

    private func unknownStart(_ media: RewriteTree.Media) -> PresentationError {
        .rewrite(.unknownStart(media.path, beside: reference.path))
    }
}

extension RewriteTree {
    /// The media playlist of the first variant that has one in the tree; nil where none has.
    fileprivate var firstVariant: Media? {
        for variant in multivariant?.variants ?? [] {
            guard let path = try? URIResolution.resolve(variant.uri, in: entry.folder),
                let found = media.first(where: { $0.path == path })
            else { continue }
            return found
        }
        return nil
    }
}
