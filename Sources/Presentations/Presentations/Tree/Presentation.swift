package import HLSPlaylists

/// An HLS presentation: its playlists, read and checked; its media, only named.
package struct Presentation: Sendable {
    /// Its files.
    package let files: SourceFiles
    /// The directory that no URI leaves, absolute and without symbolic links; empty where the presentation is on no disk.
    package var root: String { files.root }
    /// The playlist that was given.
    package let entry: TreePath
    /// The multivariant playlist; nil when a media playlist was given.
    package let multivariant: MultivariantPlaylist?
    /// Every media playlist once, in the order of first mention.
    package let renditions: [MediaRendition]
    /// Other files that the multivariant playlist names (`EXT-X-SESSION-DATA`); they are carried over as they are.
    package let companions: [TreePath]

    /// All playlists of the presentation: where they are, and their documents.
    package var playlists: [(path: TreePath, document: PlaylistDocument)] {
        (multivariant.map { [(entry, $0.document)] } ?? [])
            + renditions.map { ($0.path, $0.playlist.document) }
    }
}
