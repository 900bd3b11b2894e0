import HLSPlaylists

/// Ends a media playlist (`--end`): `EXT-X-ENDLIST`, and nothing of segments to come (RFC 8216bis 4.4.3.4).
struct EndListEdit {
    let path: TreePath

    /// Edits the document of a media playlist; one that has an end stays as it is.
    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(PackagingError) {
        guard !playlist.hasEndList else { return }
        let end = playlist.segments.last?.uriLine ?? document.headerLine
        do {
            for line in document.lines where line.number > end && WindowEdit.isOfSegmentsToCome(line) {
                try document.remove(line: line.number)
            }
            try document.append("#\(TagName.endList.name)")
        } catch {
            throw .playlist(path, error)
        }
    }
}
