import HLSPlaylists
import Presentations

extension VariantSelection {
    /// Creates the selection that a filter makes in a playlist.
    ///
    /// - Throws: `PresentationError` if a filter is given for a media playlist (`multivariant` is nil), or
    ///   something that a player needs would be removed.
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

    /// Removes the session keys that removed playlists use and no kept playlist uses.
    ///
    /// Session keys that no playlist uses stay: they may be for segments to come.
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
