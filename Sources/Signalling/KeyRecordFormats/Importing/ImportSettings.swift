package import Ciphers
package import FoundationEssentials
package import KeyStore
import ProtectionTerms

/// The settings for an import: values that files of keys lack, or that override those in the file.
package struct ImportSettings: Sendable {
    /// The content id of the title (`--content-id`), or nil for that of the file.
    package var contentID: ContentID?
    /// The track of all keys (`--track TRACK`), or nil for those of the file.
    package var track: String?
    /// The tracks of single keys (`--track KEY-ID=TRACK`), by key id.
    package var tracks: [UUID: String] = [:]
    package var period: Int?
    package var generation: Int?
    /// The key id for a file with a single key that has none (`--key-id`).
    package var keyID: UUID?
    /// The IV for a file with a single key that has none (`--iv`).
    package var iv: InitializationVector?
    /// The key URI for a file with a single key that has none (`--key-uri URI`).
    package var keyURI: String?
    /// The key URIs of single keys (`--key-uri KEY-ID=URI`), by key id.
    package var keyURIs: [UUID: String] = [:]
    /// The method of these URIs and of a key file, as an option value, or nil if it is not given.
    package var method: String?
    /// The method of a URI that is given without one.
    static let defaultMethod = ProtectionMethod.sampleAES.rawValue
    /// The key-encryption key of SKM objects (`--wrap-key`), or nil if none is given.
    package var wrappingKey: WrappingKey?
    /// The private key that decrypts CPIX documents and encrypted files (`--private-key`), or nil if none is
    /// given.
    package var privateKey: PrivateKey?
    /// The tree of playlists that imported signalling is recorded for: the file's location, or `imported`.
    package var tree = "imported"

    /// Creates settings without any value.
    package init() {}
}
