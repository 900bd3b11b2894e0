/// What a multivariant playlist says.
package struct MultivariantInspection: Sendable, Encodable {
    /// A group of renditions.
    package struct Group: Sendable, Encodable {
        /// `AUDIO`, `VIDEO`, `SUBTITLES` or `CLOSED-CAPTIONS`.
        package let type: String
        /// The name by which variants name it.
        package let groupID: String
        /// Its renditions in the order of the playlist.
        package let renditions: [RenditionInspection]

        private enum CodingKeys: String, CodingKey {
            case type
            case groupID = "group_id"
            case renditions
        }
    }

    /// `EXT-X-SESSION-DATA`.
    package struct SessionDataInspection: Sendable, Encodable {
        /// The line of the tag.
        package let line: Int
        /// What it is about.
        package let dataID: String
        /// The value, where the tag has it.
        package let value: String?
        /// Where the value is, without the query.
        package let uri: String?
        /// The language of the value.
        package let language: String?

        private enum CodingKeys: String, CodingKey {
            case line, value, uri, language
            case dataID = "data_id"
        }
    }

    /// `EXT-X-SESSION-KEY`.
    package struct SessionKeyInspection: Sendable, Encodable {
        /// The key.
        package let key: KeyInspection
        /// The media playlists with a key of the same URI, method, format and versions.
        package let usedBy: [String]

        private enum CodingKeys: String, CodingKey {
            case key
            case usedBy = "used_by"
        }
    }

    /// `EXT-X-CONTENT-STEERING`.
    package struct SteeringInspection: Sendable, Encodable {
        /// The line of the tag.
        package let line: Int
        /// Where the steering manifest is, without the query.
        package let serverURI: String
        /// The pathway to begin with.
        package let pathwayID: String?

        private enum CodingKeys: String, CodingKey {
            case line
            case serverURI = "server_uri"
            case pathwayID = "pathway_id"
        }
    }

    /// The protocol version, and the one that the playlist needs.
    package let version: VersionInspection
    /// Whether each segment can be decoded without others.
    package let independentSegments: Bool
    /// The variants in order.
    package let variants: [VariantInspection]
    /// The I-frame variants in order.
    package let iFrameVariants: [VariantInspection]
    /// The groups of renditions in the order of first mention.
    package let renditionGroups: [Group]
    /// The session data in order.
    package let sessionData: [SessionDataInspection]
    /// The session keys in order.
    package let sessionKeys: [SessionKeyInspection]
    /// How pathways are chosen.
    package let contentSteering: SteeringInspection?

    private enum CodingKeys: String, CodingKey {
        case version, variants
        case independentSegments = "independent_segments"
        case iFrameVariants = "i_frame_variants"
        case renditionGroups = "rendition_groups"
        case sessionData = "session_data"
        case sessionKeys = "session_keys"
        case contentSteering = "content_steering"
    }
}

/// The protocol version of a playlist.
package struct VersionInspection: Sendable, Encodable {
    /// What `EXT-X-VERSION` says; 1 without one.
    package let stated: Int
    /// The lowest version that has all that the playlist uses (RFC 8216bis 8).
    package let needed: Int
}
