package import Ciphers
package import FoundationEssentials
package import KeyStore
import ProtectionTerms

/// What files of keys do not say, and what goes before what they say.
package struct ImportSettings: Sendable {
    /// The title (`--content-id`).
    package var contentID: ContentID?
    /// The track of all keys (`--track TRACK`).
    package var track: String?
    /// Tracks of single keys (`--track KEY-ID=TRACK`).
    package var tracks: [UUID: String] = [:]
    package var period: Int?
    package var generation: Int?
    /// The id of a key that has none (`--key-id`); for files of one key.
    package var keyID: UUID?
    /// The IV of a key that has none (`--iv`); for files of one key.
    package var iv: InitializationVector?
    /// The URI of keys that were signalled without the file saying so (`--key-uri URI`); for files of one key.
    package var keyURI: String?
    /// URIs of single keys (`--key-uri KEY-ID=URI`).
    package var keyURIs: [UUID: String] = [:]
    /// The method of what these URIs signal, and of a key file, as options name it; nil where nobody said it.
    package var method: String?
    /// The method of a URI that is given without one.
    static let usualMethod = ProtectionMethod.sampleAES.rawValue
    /// What SKM objects are wrapped under (`--wrap-key`).
    package var wrappingKey: WrappingKey?
    /// Opens encrypted CPIX documents, and files that are encrypted as a whole (`--private-key`).
    package var privateKey: PrivateKey?
    /// The tree of playlists that signalling is recorded for: where the file is, or `imported`.
    package var tree = "imported"

    /// Nothing is given.
    package init() {}
}
