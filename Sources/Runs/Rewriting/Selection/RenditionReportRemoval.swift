import HLSPlaylists
import Presentations

/// Takes the reports on renditions that go (`EXT-X-RENDITION-REPORT`) out of playlists that stay (RFC 8216bis 4.4.5.4).
struct RenditionReportRemoval {
    let path: TreePath
    /// The playlists that nothing names any more.
    let unreferenced: Set<TreePath>

    /// Edits a document.
    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(PresentationError) {
        guard !unreferenced.isEmpty else { return }
        for report in playlist.renditionReports {
            guard let other = try? URIResolution.resolve(report.uri, in: path.folder),
                unreferenced.contains(other)
            else { continue }
            try playlistCalls(path) { () throws(PlaylistError) in try document.remove(line: report.line) }
        }
    }
}
