import HLSPlaylists
import Presentations

extension VariantSelection {
    /// The lines that a filter takes out of a playlist.
    ///
    /// - Parameters:
    ///   - filter: what is kept.
    ///   - multivariant: the multivariant playlist; nil where a media playlist was given.
    ///   - path: the given playlist.
    /// - Throws: `PresentationError` where there is nothing to choose from, or not what a player needs would stay.
    init(
        _ filter: SelectionFilter,
        _ multivariant: MultivariantPlaylist?,
        of path: TreePath
    ) throws(PresentationError) {
        guard let multivariant else {
            guard filter.isEmpty else { throw .rewrite(.selection(.mediaPlaylist(path))) }
            self = .all
            return
        }
        self = try VariantSelector(path: path, playlist: multivariant, filter: filter).selection()
    }

    /// Takes out the session keys that playlists which go have, and none that stays.
    ///
    /// Other session keys may be of segments to come.
    mutating func dropSessionKeys(
        of multivariant: MultivariantPlaylist,
        usedBy dropped: [MediaPlaylist],
        keeping kept: [MediaPlaylist]
    ) {
        guard !multivariant.sessionKeys.isEmpty, !dropped.isEmpty else { return }
        let unused = Self.uris(dropped).subtracting(Self.uris(kept))
        for key in multivariant.sessionKeys where unused.contains(Array((key.value.uri ?? "").utf8)) {
            sessionKeyLines.insert(key.line)
        }
    }

    private static func uris(_ playlists: [MediaPlaylist]) -> Set<[UInt8]> {
        Set(playlists.flatMap(\.keys).compactMap { key in key.value.uri.map { Array($0.utf8) } })
    }
}
