/// A key line (`EXT-X-KEY` or `EXT-X-SESSION-KEY`) for display, with a redacted URI.
package struct KeyInspection: Sendable, Hashable, Encodable {
    /// The origin of the IV.
    package enum IVKind: String, Sendable, Encodable {
        /// The key line has the IV.
        case explicit
        /// The IV is the media sequence number of the segment.
        case implicit
        /// The IV is in the media or comes from the key system, or nothing is encrypted.
        case none
    }

    /// The line of the tag, from 1.
    package let line: Int
    /// `METHOD`.
    package let method: String
    /// The name of the key system, or `KEYFORMAT` if it is unknown.
    package let system: String
    /// `KEYFORMAT`, or `identity` if the attribute is absent.
    package let keyFormat: String
    /// `KEYFORMATVERSIONS` as written, or nil if the attribute is absent.
    package let keyFormatVersions: String?
    /// The redacted key URI, or nil for `METHOD=NONE`.
    package let uri: String?
    /// The key ids in a DRM document in the URI and in `KEYID`; empty if there are none.
    package let keyIDs: [String]
    /// The origin of the IV.
    package let ivKind: IVKind
    /// The IV as `0x` and hexadecimal digits, or nil if the line has none.
    let iv: String?

    private enum CodingKeys: String, CodingKey {
        case line, method, system, uri, iv
        case keyIDs = "key_ids"
        case keyFormat = "key_format"
        case keyFormatVersions = "key_format_versions"
        case ivKind = "iv_from"
    }
}
