/// The content of a captured SPC from a device, as far as the certificate's private key decrypts it.
package struct CapturedRequest: Hashable, Codable, Sendable {
    /// A named value of the request.
    package struct Field: Hashable, Codable, Sendable {
        /// The name for reports.
        package let name: String
        /// The value as text.
        package let value: String
    }

    /// The name of the captured file.
    package let file: String
    /// The form of the file: `octets`, `base64`, `form` or `json`.
    package let form: String
    /// The asset id, protocol versions, streaming indicator, playback state and other values.
    package let fields: [Field]
    /// All TLLVs, including unknown ones.
    package let blocks: [LicenseExchange.Block]
    /// Indicates whether the SPC version is unproven: no public test vector covers it.
    package let isUnproven: Bool

    private enum CodingKeys: String, CodingKey {
        case file, form, fields, blocks
        case isUnproven = "unproven"
    }
}
