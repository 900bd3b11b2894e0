/// What `fairlead inspect` tells about a playlist and all playlists that it names.
package struct PlaylistInspection: Sendable, Encodable {
    /// The playlist that was given, relative to the root.
    package let playlist: String
    /// The directory that no URI leaves.
    package let root: String
    /// `media` or `multivariant`.
    package let kind: String
    /// What the multivariant playlist says; nil when a media playlist was given.
    package let multivariant: MultivariantInspection?
    /// The media playlists, each once, in the order of first mention.
    package let media: [MediaInspection]
    /// What the linter found; nil when it was not asked.
    package let findings: [Finding]?
}
