package import Ciphers
package import FoundationEssentials

/// A key of a sample title, with the values that a template can use.
package struct SampleKey: Hashable, Sendable {
    /// The default key id, as a UUID string.
    package static let exampleKeyID = "01234567-89ab-4cde-8f01-23456789abcd"
    /// The default IV, in hexadecimal digits.
    package static let exampleIV = "000102030405060708090a0b0c0d0e0f"

    /// The content id of the title.
    var contentID: String
    /// The track: `all`, a class of renditions or the name of a rendition.
    package var track: String
    /// The key period, from 0.
    package var period: Int
    /// The generation, from 1.
    package var generation: Int
    /// The key id.
    package var keyID: UUID
    /// The IV.
    package var iv: InitializationVector

    /// Creates a key from its parts.
    package init(
        contentID: String,
        track: String,
        period: Int,
        generation: Int,
        keyID: UUID,
        iv: InitializationVector
    ) {
        self.contentID = contentID
        self.track = track
        self.period = period
        self.generation = generation
        self.keyID = keyID
        self.iv = iv
    }
}
