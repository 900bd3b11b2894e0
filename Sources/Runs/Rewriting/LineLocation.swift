import Presentations

/// The location of a line in a playlist.
struct LineLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path of the playlist in the tree.
    let playlist: TreePath
    /// The line, from 1.
    let line: Int

    /// `PLAYLIST:LINE`.
    var description: String { "\(playlist):\(line)" }
}
