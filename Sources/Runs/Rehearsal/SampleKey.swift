package import Ciphers
package import FoundationEssentials

/// A key of an invented title, with what a template can say of it.
package struct SampleKey: Hashable, Sendable {
    /// The id of keys that nobody named.
    package static let exampleKeyID = "01234567-89ab-4cde-8f01-23456789abcd"
    /// The vector of keys that nobody gave one.
    package static let exampleVector = "000102030405060708090a0b0c0d0e0f"

    /// The title.
    package var contentID: String
    /// `all`, a class of renditions or a rendition's name.
    package var track: String
    /// The key period, from 0.
    package var period: Int
    /// The generation, from 1.
    package var generation: Int
    /// The key's id.
    package var keyID: UUID
    /// Its vector.
    package var iv: InitializationVector

    /// A key from its parts.
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
