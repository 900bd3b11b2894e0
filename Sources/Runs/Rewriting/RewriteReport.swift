/// The report of a run of `fairlead rewrite` or of its dry run, without tokens from key URIs.
package struct RewriteReport: Sendable, Codable {
    /// The numbers of changed lines.
    package struct LineCounts: Sendable, Codable, Hashable {
        /// The number of lines that got a new URI.
        package var replaced = 0
        /// The number of added lines.
        package var added = 0
        /// The number of removed lines.
        package var removed = 0

        /// Creates counts of zero.
        init() {}
    }

    /// The changes of one playlist.
    package struct PlaylistLine: Sendable, Codable {
        /// The path of the playlist in the tree.
        package let playlist: String
        /// Indicates whether any byte of the playlist changed.
        package var isChanged = false
        /// The changes of `EXT-X-KEY` lines.
        package var keyLines = LineCounts()
        /// The changes of `EXT-X-SESSION-KEY` lines.
        package var sessionKeys = LineCounts()
        /// The number of removed variants, including I-frame variants.
        package var droppedVariants = 0
        /// The number of removed renditions.
        package var droppedRenditions = 0
        /// The number of tags removed by name (`--drop-tags`).
        package var removedTags = 0
        /// The number of URIs with a new base, without key URIs.
        package var rebasedURIs = 0
        /// The number of URIs with a new query parameter, without key URIs.
        package var queriedURIs = 0
        /// The number of kept segments.
        package var keptSegments = 0
        /// The number of segments that were cut.
        package var droppedSegments = 0

        enum CodingKeys: String, CodingKey {
            case playlist
            case isChanged = "changed"
            case keyLines = "key_lines"
            case sessionKeys = "session_keys"
            case droppedVariants = "dropped_variants"
            case droppedRenditions = "dropped_renditions"
            case removedTags = "removed_tags"
            case rebasedURIs = "rebased_uris"
            case queriedURIs = "queried_uris"
            case keptSegments = "kept_segments"
            case droppedSegments = "dropped_segments"
        }
    }

    /// A new key URI.
    package struct KeyLine: Sendable, Codable, Hashable {
        /// The id of the key, or nil if no key store was used.
        package let keyID: String?
        /// The name of the key system.
        package let system: String
        /// The key URI without query, fragment and user information.
        package let uri: String

        enum CodingKeys: String, CodingKey {
            case keyID = "key_id"
            case system
            case uri = "key_uri"
        }
    }

    /// The directory of the playlists, or `-` if only the caller knows where the playlist goes.
    package let output: String
    /// The outcome: `published`, `unchanged`, `replaced`, `dry-run`, or `written` for a playlist that the
    /// caller writes.
    package let outcome: String
    /// The changes by playlist: first the multivariant playlist, then media playlists in the order of first
    /// mention.
    package let playlists: [PlaylistLine]
    /// The new key URIs, sorted by key system and URI.
    package let keys: [KeyLine]
    /// The paths of media playlists that are no longer named; they are not written, and existing files stay.
    package let unreferenced: [String]
    /// The warnings for the user.
    package let warnings: [String]
}
