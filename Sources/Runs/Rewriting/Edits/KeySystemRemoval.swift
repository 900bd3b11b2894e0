import Failures
import HLSPlaylists
import Presentations
import ProtectionTerms

/// Removes the key lines of some key systems from a playlist.
struct KeySystemRemoval {
    let path: TreePath
    let systems: [KeySystem]

    /// Removes the `EXT-X-KEY` lines of the key systems, and adds their number to `counts`.
    ///
    /// - Throws: `RunFailure` if encrypted media would have no key line left.
    func apply(
        to playlist: MediaPlaylist,
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(RunFailure) {
        let isDropped = playlist.keys.map { $0.value.method != .none && systems.contains($0.value.system) }
        guard isDropped.contains(true) else { return }
        try check(playlist, isDropped)
        for (key, isDropped) in zip(playlist.keys, isDropped) where isDropped {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.remove(line: key.line)
            }
            counts.removed += 1
        }
    }

    /// Removes the `EXT-X-SESSION-KEY` lines of the key systems from a multivariant playlist.
    func apply(
        to playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(RunFailure) {
        for key in playlist.sessionKeys where systems.contains(key.value.system) {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.remove(line: key.line)
            }
            counts.removed += 1
        }
    }

    private func check(_ playlist: MediaPlaylist, _ isDropped: [Bool]) throws(RunFailure) {
        let uses =
            playlist.initializationSections.map { ($0.line, $0.keys) }
            + playlist.segments.map { ($0.uriLine, $0.keys) }
        let keylessLine = uses.filter { !$0.1.isEmpty && $0.1.allSatisfy { isDropped[$0] } }.map(\.0).min()
        let line = keylessLine ?? trailingLineWithoutKey(playlist, isDropped)
        guard let line else { return }
        throw .noKeyLineLeft(LineLocation(playlist: path, line: line), systems: systems)
    }

    /// Returns the first key line after the last segment, if it and all that follow it are removed; else nil.
    ///
    /// Such lines are for segments to come. Only those after the last `METHOD=NONE` count.
    private func trailingLineWithoutKey(_ playlist: MediaPlaylist, _ isDropped: [Bool]) -> Int? {
        let end = playlist.segments.last?.uriLine ?? 0
        let trailing = playlist.keys.indices.filter { playlist.keys[$0].line > end }
        let group = trailing.suffix(while: { playlist.keys[$0].value.method != .none })
        guard let first = group.first, group.allSatisfy({ isDropped[$0] }) else { return nil }
        return playlist.keys[first].line
    }
}

extension Array {
    /// Returns the longest suffix whose elements all satisfy the predicate.
    fileprivate func suffix(while predicate: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
