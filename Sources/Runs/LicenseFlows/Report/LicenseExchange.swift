/// A license request and its answer: lengths, digests and tag names, but no keys, session keys or whole
/// messages.
package struct LicenseExchange: Hashable, Codable, Sendable {
    /// A TLLV of a message.
    package struct Block: Hashable, Codable, Sendable {
        /// The name of the tag.
        package let tag: String
        /// The length of the value, in bytes.
        package let length: Int
    }

    /// An SPC or a CKC.
    package struct Message: Hashable, Codable, Sendable {
        /// The length, in bytes.
        package let length: Int
        /// The SHA-256, in lower-case hexadecimal digits.
        package let sha256: String
        /// The TLLVs in order, or none if the message could not be decrypted.
        package let blocks: [Block]
    }

    /// The key URI without secrets.
    package let keyURI: String
    /// The name of the rule that extracted the asset id from the URI, or nil if none did.
    package let rule: String?
    /// The length of the asset id, in bytes.
    package let assetIDLength: Int
    /// The SHA-256 of the asset id, in lower-case hexadecimal digits.
    package let assetIDSHA256: String
    /// The form of the request: `octets`, `json` or `form`.
    package let form: String
    /// The SPC.
    package let request: Message
    /// The HTTP status of the answer.
    package let status: Int
    /// The CKC, or nil if the answer contains none.
    package let answer: Message?

    private enum CodingKeys: String, CodingKey {
        case keyURI = "key_uri"
        case rule
        case assetIDLength = "asset_id_length"
        case assetIDSHA256 = "asset_id_sha256"
        case form, request, status, answer
    }
}
