import HLSPlaylists
import Presentations
import ProtectionTerms

/// Takes key systems out of a playlist.
struct KeySystemRemoval {
    let path: TreePath
    let systems: [KeySystem]

    /// Removes the key lines of a media playlist.
    ///
    /// - Parameters:
    ///   - playlist: the playlist.
    ///   - document: its document.
    ///   - counts: gets what was done.
    /// - Throws: `PresentationError` when encrypted media would be left without a key line.
    func apply(
        to playlist: MediaPlaylist,
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(PresentationError) {
        let isDropped = playlist.keys.map { $0.value.method != .none && systems.contains($0.value.system) }
        guard isDropped.contains(true) else { return }
        try check(playlist, isDropped)
        for (key, isDropped) in zip(playlist.keys, isDropped) where isDropped {
            try playlistCalls(path) { () throws(PlaylistError) in try document.remove(line: key.line) }
            counts.removed += 1
        }
    }

    /// Removes the session keys of a multivariant playlist.
    func apply(
        to playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(PresentationError) {
        for key in playlist.sessionKeys where systems.contains(key.value.system) {
            try playlistCalls(path) { () throws(PlaylistError) in try document.remove(line: key.line) }
            counts.removed += 1
        }
    }

    private func check(_ playlist: MediaPlaylist, _ isDropped: [Bool]) throws(PresentationError) {
        let uses =
            playlist.initializationSections.map { ($0.line, $0.keys) }
            + playlist.segments.map { ($0.uriLine, $0.keys) }
        let bare = uses.filter { !$0.1.isEmpty && $0.1.allSatisfy { isDropped[$0] } }.map(\.0).min()
        let line = bare ?? lastLineLeftBare(playlist, isDropped)
        guard let line else { return }
        throw .rewrite(.withoutKey(RewriteError.Place(playlist: path, line: line), systems: systems))
    }

    /// A key line behind the last segment, of segments to come, that would be the only one and goes.
    private func lastLineLeftBare(_ playlist: MediaPlaylist, _ isDropped: [Bool]) -> Int? {
        let end = playlist.segments.last?.uriLine ?? 0
        let trailing = playlist.keys.indices.filter { playlist.keys[$0].line > end }
        let group = trailing.suffix(while: { playlist.keys[$0].value.method != .none })
        guard let first = group.first, group.allSatisfy({ isDropped[$0] }) else { return nil }
        return playlist.keys[first].line
    }
}

extension Array {
    /// The longest end whose members all pass.
    fileprivate func suffix(while predicate: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
