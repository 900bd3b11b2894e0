/// One request for a license and its answer: lengths, digests and names of tags, never a key, a session key or a whole message.
package struct LicenseExchange: Hashable, Codable, Sendable {
    /// A block of a message.
    package struct Block: Hashable, Codable, Sendable {
        /// The name of its tag.
        package let tag: String
        /// The length of its value, in bytes.
        package let length: Int
    }

    /// A message.
    package struct Message: Hashable, Codable, Sendable {
        /// Its length, in bytes.
        package let length: Int
        /// Its SHA-256, in lower-case hexadecimal digits.
        package let sha256: String
        /// Its blocks in their order, as far as it could be opened.
        package let blocks: [Block]
    }

    /// The key URI without its secrets.
    package let keyURI: String
    /// The rule by which the asset id was cut out of it; nil where it was not.
    package let rule: String?
    /// The length of the asset id, in bytes.
    package let assetIDLength: Int
    /// Its SHA-256, in lower-case hexadecimal digits.
    package let assetIDSHA256: String
    /// The form of the request: `octets`, `json`, `form`.
    package let form: String
    /// The request.
    package let request: Message
    /// The HTTP status of the answer.
    package let status: Int
    /// The answer; nil if it is none that a client opens.
    package let answer: Message?

    private enum CodingKeys: String, CodingKey {
        case keyURI = "key_uri"
        case rule
        case assetIDLength = "asset_id_length"
        case assetIDSHA256 = "asset_id_sha256"
        case form, request, status, answer
    }
}
