/// What a device really sent: the parts of a captured SPC that its certificate's private key opens.
package struct CapturedRequest: Hashable, Codable, Sendable {
    /// Something that the request says.
    package struct Field: Hashable, Codable, Sendable {
        /// Its name.
        package let name: String
        /// Its value, for people.
        package let value: String
    }

    /// The file.
    package let file: String
    /// The form in which it was given: `octets`, `base64`, `form`, `json`.
    package let form: String
    /// Asset id, protocol versions, streaming indicator, playback state and the like.
    package let fields: [Field]
    /// All blocks, those that are not known among them.
    package let blocks: [LicenseExchange.Block]
    /// Whether it is of a version that no vector proves.
    package let isUnproven: Bool

    private enum CodingKeys: String, CodingKey {
        case file, form, fields, blocks
        case isUnproven = "unproven"
    }
}
