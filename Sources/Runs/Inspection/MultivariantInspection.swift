/// The contents of a multivariant playlist.
package struct MultivariantInspection: Sendable, Encodable {
    /// A rendition group.
    package struct Group: Sendable, Encodable {
        /// The type: `AUDIO`, `VIDEO`, `SUBTITLES` or `CLOSED-CAPTIONS`.
        package let type: String
        /// The `GROUP-ID`, by which variants refer to the group.
        package let groupID: String
        /// The renditions, in playlist order.
        package let renditions: [RenditionInspection]

        private enum CodingKeys: String, CodingKey {
            case type
            case groupID = "group_id"
            case renditions
        }
    }

    /// An `EXT-X-SESSION-DATA` tag.
    package struct SessionDataInspection: Sendable, Encodable {
        /// The line of the tag, from 1.
        package let line: Int
        /// The `DATA-ID`.
        package let dataID: String
        /// The `VALUE`, or nil if the attribute is absent.
        package let value: String?
        /// The redacted URI of the value, or nil if the attribute is absent.
        package let uri: String?
        /// The language of the value, or nil if the attribute is absent.
        package let language: String?

        private enum CodingKeys: String, CodingKey {
            case line, value, uri, language
            case dataID = "data_id"
        }
    }

    /// An `EXT-X-SESSION-KEY` tag.
    package struct SessionKeyInspection: Sendable, Encodable {
        /// The key line.
        package let key: KeyInspection
        /// The media playlists with a key of the same URI, method, key format and versions.
        package let usedBy: [String]

        private enum CodingKeys: String, CodingKey {
            case key
            case usedBy = "used_by"
        }
    }

    /// An `EXT-X-CONTENT-STEERING` tag.
    package struct SteeringInspection: Sendable, Encodable {
        /// The line of the tag, from 1.
        package let line: Int
        /// The redacted URI of the steering manifest.
        package let serverURI: String
        /// The initial pathway, or nil if the attribute is absent.
        package let pathwayID: String?

        private enum CodingKeys: String, CodingKey {
            case line
            case serverURI = "server_uri"
            case pathwayID = "pathway_id"
        }
    }

    /// The stated and the needed protocol version.
    package let version: VersionInspection
    /// Indicates whether each segment can be decoded independently (`EXT-X-INDEPENDENT-SEGMENTS`).
    package let independentSegments: Bool
    /// The variants, in playlist order.
    package let variants: [VariantInspection]
    /// The I-frame variants, in playlist order.
    package let iFrameVariants: [VariantInspection]
    /// The rendition groups, in order of their first renditions.
    package let renditionGroups: [Group]
    /// The session data, in playlist order.
    package let sessionData: [SessionDataInspection]
    /// The session keys, in playlist order.
    package let sessionKeys: [SessionKeyInspection]
    /// The content steering, or nil if there is none.
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

/// The stated and the needed protocol version of a playlist.
package struct VersionInspection: Sendable, Encodable {
    /// The value of `EXT-X-VERSION`, or 1 without the tag.
    package let stated: Int
    /// The lowest version that has all features that the playlist uses (RFC 8216bis 8).
    package let needed: Int
}
