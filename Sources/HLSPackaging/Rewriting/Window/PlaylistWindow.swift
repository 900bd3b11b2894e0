package import HLSPlaylists

/// The part of a presentation that is kept.
package enum PlaylistWindow: Hashable, Sendable {
    /// All of it.
    case all
    /// The segments that overlap a span of media time, which counts from the first segment of the playlist; nil for
    /// no end.
    case span(from: Duration, to: Duration?)
    /// The fewest segments at the end that last so long.
    case last(Duration)

    /// The indices of the segments of a playlist that are kept; empty when there are none.
    package func kept(of playlist: MediaPlaylist) -> Range<Int> {
        let segments = playlist.segments
        switch self {
        case .all: return segments.indices
        case .span(let from, let to):
            let first = segments.firstIndex { $0.start + $0.duration > from || $0.start >= from }
            let end = to.flatMap { to in segments.firstIndex { $0.start >= to } } ?? segments.endIndex
            guard let first, first < end else { return 0..<0 }
            return first..<end
        case .last(let duration):
            guard let last = segments.last else { return 0..<0 }
            let start = last.start + last.duration - duration
            let first = segments.lastIndex { $0.start <= start } ?? segments.startIndex
            return first..<segments.endIndex
        }
    }
}
