/// The contents of a CPIX document, without content keys and tokens.
package struct CPIXInspection: Sendable, Encodable {
    /// A content key.
    package struct Key: Sendable, Encodable {
        package let keyID: String
        package let contentID: String?
        package let scheme: String?
        /// The explicit IV, in hexadecimal.
        package let iv: String?
        package let dependsOnKey: String?
        package let hdcpLevel: String?
        /// The form of the key value: `absent`, `plain` or `encrypted`.
        package let form: String

        private enum CodingKeys: String, CodingKey {
            case scheme, iv, form
            case keyID = "key_id"
            case contentID = "content_id"
            case dependsOnKey = "depends_on_key"
            case hdcpLevel = "hdcp_level"
        }
    }

    /// A key's signalling for one key system.
    package struct System: Sendable, Encodable {
        package let systemID: String
        /// The name of the key system, or nil if unknown.
        package let name: String?
        package let keyID: String
        /// The size of the `pssh` box, in bytes.
        package let psshBytes: Int?
        /// `URIExtXKey`, redacted.
        package let keyURI: String?
        /// The lines for media playlists, redacted.
        package let media: [String]?
        /// The lines for the multivariant playlist, redacted.
        package let multivariant: [String]?

        private enum CodingKeys: String, CodingKey {
            case name, media, multivariant
            case systemID = "system_id"
            case keyID = "key_id"
            case psshBytes = "pssh_bytes"
            case keyURI = "key_uri"
        }
    }

    /// A usage rule, which says what tracks a key is for.
    package struct Rule: Sendable, Encodable {
        package let keyID: String
        package let trackType: String?
        /// The descriptions of the filters; filters of the same kind are alternatives.
        package let filters: [String]

        private enum CodingKeys: String, CodingKey {
            case filters
            case keyID = "key_id"
            case trackType = "track_type"
        }
    }

    /// A recipient of keys, or a signer.
    package struct Party: Sendable, Encodable {
        package let subject: String?
        /// The signed parts, `document` or the ids of elements; nil for a recipient.
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
    /// The valid signatures; the signers are not checked for trust.
    package let signatures: [Party]

    private enum CodingKeys: String, CodingKey {
        case file, version, id, keys, systems, periods, rules, recipients, signatures
        case contentID = "content_id"
    }
}
