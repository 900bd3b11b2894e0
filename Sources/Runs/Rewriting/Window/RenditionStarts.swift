import Failures
import HLSPlaylists
import Presentations

/// The start times of the media playlists of a tree, in the media time of the first variant.
struct RenditionStarts {
    /// The playlist that starts at 0: that of the first variant, or if the tree has none, the first one.
    let reference: RewriteTree.Media
    /// Indicates whether the starts are known by dates; otherwise all playlists are taken to start together.
    private(set) var areDated = true
    private var offsets: [TreePath: Duration] = [:]

    /// The largest difference of dates that counts as rounding, since dates have milliseconds and durations
    /// are sums.
    static let tolerance = Duration.milliseconds(100)

    /// Determines the starts of a tree's media playlists.
    ///
    /// The first date of a playlist is located in the timeline of the first variant, because a difference of
    /// dates across a discontinuity is not a duration. Without dates, playlists with the same media sequence
    /// number start together, and so do complete playlists whose first numbers are 0 or 1. Known dates of the
    /// same time must never contradict each other.
    ///
    /// - Throws: `RunFailure` if the start of a playlist is unknown.
    init(of tree: RewriteTree) throws(RunFailure) {
        reference = tree.firstVariant ?? tree.media[0]
        let timeline = DatedTimeline(reference.playlist)
        let isComplete = tree.media.allSatisfy(\.playlist.hasEndList)
        let referenceSequence = reference.playlist.mediaSequence
        for media in tree.media where media.path != reference.path {
            let otherTimeline = DatedTimeline(media.playlist)
            if timeline.start != nil, otherTimeline.start != nil {
                guard let offset = timeline.offset(of: otherTimeline) else { throw unknownStart(media) }
                offsets[media.path] = offset
            } else {
                areDated = false
                let mediaSequence = media.playlist.mediaSequence
                guard
                    mediaSequence == referenceSequence
                        || (isComplete && mediaSequence <= 1 && referenceSequence <= 1)
                else {
                    throw unknownStart(media)
                }
            }
            guard timeline.agrees(with: otherTimeline, startingAt: self[media.path]) else {
                throw unknownStart(media)
            }
        }
        try requireDates(tree)
    }

    /// Throws if a playlist has no date, and dates of other playlists show that they do not start together.
    private func requireDates(_ tree: RewriteTree) throws(RunFailure) {
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

    /// The start of a playlist after that of the reference, negative if it is before.
    subscript(path: TreePath) -> Duration { offsets[path] ?? .zero }

    /// Returns the longest overlap of a segment with a window that is taken for a rounding error.
    ///
    /// It is 0 if the playlist starts at the same time as the reference.
    func tolerance(of path: TreePath) -> Duration { self[path] == .zero ? .zero : Self.tolerance }

    private func unknownStart(_ media: RewriteTree.Media) -> RunFailure {
        .unknownStart(media.path, beside: reference.path)
    }
}

extension RewriteTree {
    /// The media playlist of the first variant whose playlist is in the tree, or nil if there is none.
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
