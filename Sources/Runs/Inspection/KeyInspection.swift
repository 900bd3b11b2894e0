/// A key line as it is shown: without tokens.
package struct KeyInspection: Sendable, Hashable, Encodable {
    /// Where the initialization vector is from.
    package enum Vector: String, Sendable, Encodable {
        /// The line gives it.
        case explicit
        /// It is the media sequence number of the segment.
        case implicit
        /// The key system has it.
        case none
    }

    /// The line of the tag.
    package let line: Int
    /// `METHOD`.
    package let method: String
    /// The key system by its name, else the `KEYFORMAT`.
    package let system: String
    /// `KEYFORMAT`, "identity" where it is not written.
    package let keyFormat: String
    /// `KEYFORMATVERSIONS` as written.
    package let keyFormatVersions: String?
    /// The key URI without what may be secret; nil for `METHOD=NONE`.
    package let uri: String?
    /// The ids of the keys, which a document in the URI says, or `KEYID`; none where the line names its key otherwise.
    package let keyIDs: [String]
    /// Where the initialization vector is from.
    package let vector: Vector
    /// The initialization vector, `0x` and hexadecimal digits, where the line gives it.
    package let iv: String?

    private enum CodingKeys: String, CodingKey {
        case line, method, system, uri, iv
        case keyIDs = "key_ids"
        case keyFormat = "key_format"
        case keyFormatVersions = "key_format_versions"
        case vector = "iv_from"
    }
}
