import HLSPackaging
import HLSPlaylists

/// The `EXT-X-DISCONTINUITY` lines that protection adds: one in every playlist where the clear start of a title ends,
/// because the program map changes there.
///
/// Playlists without key lines (subtitles) get it at the same time as those with. A line at any other place is not the
/// protection's; playlists with and without one are told by the linter.
struct AddedDiscontinuities {
    /// How far boundaries of renditions may be apart that are one place of the presentation.
    private static let tolerance = Duration.milliseconds(500)

    private var lines: [String: Set<Int>] = [:]

    /// None: there is no source to tell which were there before.
    static let none = AddedDiscontinuities()

    private init() {}

    /// Those of a presentation beside its source.
    init(_ presentation: Presentation, _ source: Presentation) {
        let changes = presentation.renditions.compactMap { Self.change(in: $0.playlist) }
        guard !changes.isEmpty else { return }
        let clear = Dictionary(source.renditions.map { ($0.path, $0.playlist.segments) }) { first, _ in first
        }
        for rendition in presentation.renditions {
            guard let counterparts = clear[rendition.path] else { continue }
            for (segment, counterpart) in zip(rendition.playlist.segments, counterparts) {
                guard let line = segment.discontinuityLine, !counterpart.hasDiscontinuity,
                    changes.contains(where: { Self.distance($0, segment.start) <= Self.tolerance })
                else { continue }
                lines[rendition.path.description, default: []].insert(line)
            }
        }
    }

    /// Whether the line of a playlist is one of them.
    func contains(_ line: Int, in playlist: String) -> Bool { lines[playlist]?.contains(line) ?? false }

    /// When the first segment of SAMPLE-AES begins behind clear ones.
    private static func change(in playlist: MediaPlaylist) -> Duration? {
        let present = playlist.segments.filter { !$0.hasGap }
        guard
            let first = present.firstIndex(where: { segment in
                segment.keys.contains { playlist.keys[$0].method == .sampleAES }
            }), first > 0
        else { return nil }
        return present[first].start
    }

    private static func distance(_ first: Duration, _ second: Duration) -> Duration {
        max(first, second) - min(first, second)
    }
}
