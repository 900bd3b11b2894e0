/// What is in a CPIX document, without its keys and without tokens.
package struct CPIXInspection: Sendable, Encodable {
    /// A content key.
    package struct Key: Sendable, Encodable {
        package let keyID: String
        package let contentID: String?
        package let scheme: String?
        /// The initialization vector, hexadecimal.
        package let iv: String?
        package let dependsOnKey: String?
        package let hdcpLevel: String?
        /// `absent`, `plain` or `encrypted`.
        package let form: String

        private enum CodingKeys: String, CodingKey {
            case scheme, iv, form
            case keyID = "key_id"
            case contentID = "content_id"
            case dependsOnKey = "depends_on_key"
            case hdcpLevel = "hdcp_level"
        }
    }

    /// What a key system is told of a key.
    package struct System: Sendable, Encodable {
        package let systemID: String
        /// The key system by its name, where it is known.
        package let name: String?
        package let keyID: String
        /// Size of the `pssh` box.
        package let psshBytes: Int?
        /// `URIExtXKey` without what may be secret.
        package let keyURI: String?
        /// Lines for media playlists, without what may be secret.
        package let media: [String]?
        /// Lines for the multivariant playlist, without what may be secret.
        package let multivariant: [String]?

        private enum CodingKeys: String, CodingKey {
            case name, media, multivariant
            case systemID = "system_id"
            case keyID = "key_id"
            case psshBytes = "pssh_bytes"
            case keyURI = "key_uri"
        }
    }

    /// Which tracks a key is for.
    package struct Rule: Sendable, Encodable {
        package let keyID: String
        package let trackType: String?
        /// The filters in words; filters of one kind are alternatives.
        package let filters: [String]

        private enum CodingKeys: String, CodingKey {
            case filters
            case keyID = "key_id"
            case trackType = "track_type"
        }
    }

    /// A recipient of keys, or who signed.
    package struct Party: Sendable, Encodable {
        package let subject: String?
        /// What is signed: `document` or the ids of elements; nil of a recipient.
        package let covers: [String]?
    }

    package let file: String
    package let version: String?
    package let id: String?
    package let contentID: String?
    package let keys: [Key]
    package let systems: [System]
    package let periods: [String]
    package let rules: [Rule]
    package let recipients: [Party]
    /// Signatures that hold; whether to trust who signed is for the reader to say.
    package let signatures: [Party]

    private enum CodingKeys: String, CodingKey {
        case file, version, id, keys, systems, periods, rules, recipients, signatures
        case contentID = "content_id"
    }
}
