/// The result of `fairlead inspect` for a playlist and all playlists that it names.
package struct PlaylistInspection: Sendable, Encodable {
    /// The path of the given playlist, relative to `root`.
    package let playlist: String
    /// The directory that no URI may leave.
    let root: String
    /// The kind of the given playlist: `media` or `multivariant`.
    let kind: String
    /// The contents of the multivariant playlist, or nil if a media playlist was given.
    package let multivariant: MultivariantInspection?
    /// The media playlists, each once, in order of first mention.
    package let media: [MediaInspection]
    /// The findings of the linter, or nil if it did not run.
    package let findings: [Finding]?
}
