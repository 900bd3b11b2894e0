import HLSPlaylists
import Presentations

/// A playlist between its edits, and after the last.
struct RewrittenPlaylist<Playlist: Sendable>: Sendable {
    /// Where it is.
    let path: TreePath
    /// The query of its own URI.
    let parameters: QueryParameters
    /// The playlist as it is now; its document has no edits.
    var playlist: Playlist
    /// What was done.
    var report: RewriteReport.PlaylistLine
    /// Whether media have other names.
    private(set) var movesMedia = false
    /// What the user should know.
    private(set) var warnings: [String] = []

    /// A playlist before its first edit.
    init(path: TreePath, parameters: QueryParameters, playlist: Playlist) {
        self.path = path
        self.parameters = parameters
        self.playlist = playlist
        report = RewriteReport.PlaylistLine(playlist: path.description)
    }

    /// Notes what was re-based, and what was not.
    mutating func take(_ rebase: URIRebase) {
        report.rebasedURIs = rebase.count
        report.queriedURIs = rebase.queriedCount
        movesMedia = rebase.movesMedia
        if let line = rebase.heldLines.first {
            warn("a URI begins with the base and stays as it is", line: line, rebase.heldLines.count)
        }
        if let line = rebase.keptLines.first {
            warn(
                "an absolute URI stays as it is",
                line: line,
                rebase.keptLines.count,
                "; --replace-base changes absolute ones"
            )
        }
    }

    /// Notes something of so many lines, the first of which is `line`.
    mutating func warn(_ text: String, line: Int, _ count: Int = 1, _ advice: String = "") {
        warnings.append("\(path):\(line): \(text)\(count > 1 ? ", and \(count - 1) more" : "")\(advice)")
    }
}

extension URIRebase {
    /// The re-basing that a request asks for.
    init(_ path: TreePath, _ request: RewriteRequest) {
        self.init(
            path: path,
            segmentBase: request.segmentBase,
            playlistBase: request.playlistBase,
            addresses: request.addresses
        )
    }
}
