import Failures
import HLSPlaylists
import Presentations

/// Ends a media playlist with `EXT-X-ENDLIST` (RFC 8216bis 4.4.3.4), and removes tags for segments to come.
///
/// This is the option `--end`. Date ranges without a `START-DATE` are removed, too: their first tag has left
/// the sliding window, and a complete playlist has to contain it (4.4.5.1).
struct EndListEdit {
    let path: TreePath

    /// Returns the lines of date ranges that have no `START-DATE`.
    static func rangesWithoutStart(in playlist: MediaPlaylist) -> [Int] {
        guard !playlist.hasEndList else { return [] }
        let idsWithStart = Set(playlist.dateRanges.filter { $0.attributes.contains("START-DATE") }.map(\.id))
        return playlist.dateRanges.filter { !idsWithStart.contains($0.id) }.map(\.line)
    }

    /// Edits the document of a media playlist, unless it has ended already.
    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(RunFailure) {
        guard !playlist.hasEndList else { return }
        let end = playlist.segments.last?.uriLine ?? document.headerLine
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            for line in Self.rangesWithoutStart(in: playlist) { try document.remove(line: line) }
            for line in document.lines where isDropped(line, after: end) {
                try document.remove(line: line.number)
            }
            try document.append("#\(TagName.endList.name)")
        }
    }

    /// Indicates whether a line is about segments to come.
    ///
    /// A date after the last segment stays, since it also determines the dates of the segments before it.
    private func isDropped(_ line: PlaylistLine, after end: Int) -> Bool {
        guard line.kind != .tag(.preloadHint) else { return true }
        return line.number > end && line.kind != .tag(.programDateTime)
            && WindowEdit.isAboutFutureSegments(line)
    }
}
