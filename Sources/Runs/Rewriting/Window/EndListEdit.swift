import HLSPlaylists
import Presentations

/// Ends a media playlist (`--end`): `EXT-X-ENDLIST`, and nothing of segments to come (RFC 8216bis 4.4.3.4).
///
/// Ranges of dates go of which no tag says when they start: their first tag has left the sliding window, and in a playlist that is
/// complete it has to be there (4.4.5.1).
struct EndListEdit {
    let path: TreePath

    /// The lines of the ranges of dates that go.
    static func rangesWithoutStart(in playlist: MediaPlaylist) -> [Int] {
        guard !playlist.hasEndList else { return [] }
        let started = Set(playlist.dateRanges.filter { $0.attributes.contains("START-DATE") }.map(\.id))
        return playlist.dateRanges.filter { !started.contains($0.id) }.map(\.line)
    }

    /// Edits the document of a media playlist; one that has an end stays as it is.
    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(PresentationError) {
        guard !playlist.hasEndList else { return }
        let end = playlist.segments.last?.uriLine ?? document.headerLine
        do {
            for line in Self.rangesWithoutStart(in: playlist) { try document.remove(line: line) }
            for line in document.lines where isDropped(line, behind: end) {
                try document.remove(line: line.number)
            }
            try document.append("#\(TagName.endList.name)")
        } catch {
            throw .playlist(path, error)
        }
    }

    /// Whether a line is about segments to come; not a date there, which tells those of the segments before, too.
    private func isDropped(_ line: PlaylistLine, behind end: Int) -> Bool {
        guard line.kind != .tag(.preloadHint) else { return true }
        return line.number > end && line.kind != .tag(.programDateTime) && WindowEdit.isOfSegmentsToCome(line)
    }
}
