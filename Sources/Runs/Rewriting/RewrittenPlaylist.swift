import HLSPlaylists
import Presentations
import ProtectionTerms

/// A playlist before, between and after its edits.
struct RewrittenPlaylist<Playlist: Sendable>: Sendable {
    let path: TreePath
    /// The query parameters of the playlist's own URI.
    let parameters: QueryParameters
    /// The current playlist, whose document has no pending edits.
    var playlist: Playlist
    /// The changes made so far.
    var report: RewriteReport.PlaylistLine
    /// Indicates whether URIs of media got another base.
    private(set) var movesMedia = false
    private(set) var warnings: [String] = []

    init(path: TreePath, parameters: QueryParameters, playlist: Playlist) {
        self.path = path
        self.parameters = parameters
        self.playlist = playlist
        report = RewriteReport.PlaylistLine(playlist: path.description)
    }

    /// Records the numbers of changed URIs, and warns of URIs that stay.
    mutating func addResults(of rebase: URIRebase) {
        report.rebasedURIs = rebase.count
        report.queriedURIs = rebase.queriedCount
        movesMedia = rebase.movesMedia
        if let line = rebase.ambiguousLines.first {
            warn("a URI begins with the base and stays as it is", line: line, rebase.ambiguousLines.count)
        }
        if let line = rebase.absoluteLines.first {
            warn(
                "an absolute URI stays as it is",
                line: line,
                rebase.absoluteLines.count,
                "; \(CommandOption.replaceBase) changes absolute ones"
            )
        }
    }

    /// Adds a warning about `count` lines, of which `line` is the first.
    mutating func warn(_ text: String, line: Int, _ count: Int = 1, _ advice: String = "") {
        warnings.append("\(path):\(line): \(text)\(count > 1 ? ", and \(count - 1) more" : "")\(advice)")
    }
}

extension URIRebase {
    /// Creates the rebasing for a playlist from a request.
    init(_ path: TreePath, _ request: RewriteRequest) {
        self.init(
            path: path,
            segmentBase: request.segmentBase,
            playlistBase: request.playlistBase,
            uriChanges: request.uriChanges
        )
    }
}
