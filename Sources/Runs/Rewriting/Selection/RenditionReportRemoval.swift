import HLSPlaylists
import Presentations

/// Removes `EXT-X-RENDITION-REPORT` lines about removed playlists from kept ones (RFC 8216bis 4.4.5.4).
struct RenditionReportRemoval {
    let path: TreePath
    /// The playlists that the multivariant playlist no longer names.
    let unreferenced: Set<TreePath>

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
