package import HLSPlaylists

/// An HLS presentation: parsed and checked playlists, and references to media, which are not opened.
package struct Presentation: Sendable {
    /// The files of playlists and media.
    package let files: SourceFiles
    /// The absolute path, without symbolic links, of the directory that no URI leaves; empty for a generated
    /// presentation.
    package var root: String { files.root }
    /// The path of the given playlist.
    package let entry: TreePath
    /// The multivariant playlist, or nil if a media playlist was given.
    package let multivariant: MultivariantPlaylist?
    /// The media playlists, each once, in the order of first mention.
    package let renditions: [MediaRendition]
    /// The companion files: those that `EXT-X-SESSION-DATA` names, which are copied unchanged.
    package let companions: [TreePath]

    /// The paths and documents of all playlists, the multivariant playlist first.
    package var playlists: [(path: TreePath, document: PlaylistDocument)] {
        (multivariant.map { [(entry, $0.document)] } ?? [])
            + renditions.map { ($0.path, $0.playlist.document) }
    }
}
