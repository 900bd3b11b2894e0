import HLSPlaylists

/// When the media playlists of a tree start, on the clock of the first variant.
struct RenditionStarts {
    /// The playlist whose start is 0: that of the first variant, or of a tree without one, the first.
    let reference: RewriteTree.Media
    private var offsets: [TreePath: Duration] = [:]

    /// Differences of dates that are rounding: dates have milliseconds, and durations are sums.
    private static let tolerance = Duration.milliseconds(100)

    /// The starts in a tree.
    ///
    /// Dates tell where all playlists have some that are not the same. Without dates, playlists that are complete start together, and
    /// so do those of a live presentation with the same media sequence numbers.
    ///
    /// - Throws: `PackagingError` where it is not known when a playlist starts.
    init(of tree: RewriteTree) throws(PackagingError) {
        reference = tree.firstVariant ?? tree.media[0]
        let dates = tree.media.map { SegmentDates($0.playlist)[safe: 0]?.date.sinceEpoch }
        let known = dates.compactMap(\.self)
        if let earliest = known.min(), let latest = known.max(), latest - earliest >= Self.tolerance {
            let own = tree.media.firstIndex { $0.path == reference.path }.flatMap { dates[$0] }
            for (media, date) in zip(tree.media, dates) {
                guard let own, let date else { throw unknownStart(own == nil ? reference : media, tree) }
                offsets[media.path] = date - own
            }
        } else if known.count < dates.count {
            let isLive = tree.media.contains { !$0.playlist.hasEndList }
            let number = reference.playlist.mediaSequence
            if isLive, let other = tree.media.first(where: { $0.playlist.mediaSequence != number }) {
                throw unknownStart(other, tree)
            }
        }
    }

    /// The start of a playlist, after that of the reference; negative where it starts before.
    subscript(path: TreePath) -> Duration { offsets[path] ?? .zero }

    /// Whether all playlists start together.
    var areEqual: Bool { offsets.isEmpty }

    private func unknownStart(_ media: RewriteTree.Media, _ tree: RewriteTree) -> PackagingError {
        let other = media.path == reference.path ? tree.media.first { $0.path != media.path } : reference
        return .rewrite(.unknownStart(media.path, beside: other?.path ?? reference.path))
    }
}

extension SegmentDates {
    /// The date of a segment; nil where it is not known, and where there is no such segment.
    fileprivate subscript(safe index: Int) -> Entry? { index < count ? self[index] : nil }
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
