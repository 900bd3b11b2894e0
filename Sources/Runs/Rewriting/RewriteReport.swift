/// What a run of `fairlead rewrite` did or would do; without tokens of key URIs.
package struct RewriteReport: Sendable, Codable {
    /// How many lines were changed, and how.
    package struct LineCounts: Sendable, Codable, Hashable {
        /// Lines that got a new URI.
        package var replaced = 0
        /// Lines that are new.
        package var added = 0
        /// Lines that are gone.
        package var removed = 0

        /// None.
        package init() {}
    }

    /// One playlist.
    package struct PlaylistLine: Sendable, Codable {
        /// Where it is in the tree.
        package let playlist: String
        /// Whether a byte of it changed.
        package var isChanged = false
        /// Its `EXT-X-KEY` lines.
        package var keyLines = LineCounts()
        /// Its `EXT-X-SESSION-KEY` lines.
        package var sessionKeys = LineCounts()
        /// The variants that go, those of I-frames included.
        package var droppedVariants = 0
        /// The renditions that go.
        package var droppedRenditions = 0
        /// The tags that were taken out by their names.
        package var removedTags = 0
        /// The URIs, but those of keys, that were re-based.
        package var rebasedURIs = 0
        /// The URIs, but those of keys, that got a parameter in their query.
        package var queriedURIs = 0
        /// The segments that are kept.
        package var keptSegments = 0
        /// The segments that are cut.
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

    /// One new key URI.
    package struct KeyLine: Sendable, Codable, Hashable {
        /// The id of the key; nil when the key store was not asked.
        package let keyID: String?
        /// The key system.
        package let system: String
        /// The URI without its query.
        package let uri: String

        enum CodingKeys: String, CodingKey {
            case keyID = "key_id"
            case system
            case uri = "key_uri"
        }
    }

    /// The directory of the playlists.
    package let output: String
    /// `published`, `unchanged`, `replaced`, `dry-run`, or `written` for a playlist that the caller writes.
    package let outcome: String
    /// The playlists, the multivariant one first, then in the order of first mention.
    package let playlists: [PlaylistLine]
    /// The new key URIs, by system and URI.
    package let keys: [KeyLine]
    /// The media playlists that nothing names any more: they are not written, and stay where they are.
    package let unreferenced: [String]
    /// What the user should know.
    package let warnings: [String]
}
