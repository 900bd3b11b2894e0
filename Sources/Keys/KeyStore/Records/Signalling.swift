package import FoundationEssentials

/// What a client may send to a key server as asset id for a key URI.
package struct AssetIDRecord: Hashable, Sendable, Codable {
    /// The id as text.
    package let id: String
    /// Its bytes, in lower-case hexadecimal digits.
    package let hex: String
    /// Name of the rule that takes it from the key URI.
    package let rule: String

    /// An asset id, as the rule gave it.
    package init(id: String, hex: String, rule: String) {
        self.id = id
        self.hex = hex
        self.rule = rule
    }
}

/// How a key was signalled in one tree of playlists.
///
/// Append-only. One that says the same of the same tree again adds nothing, whatever its template and time; one with
/// asset ids that are new, or with another scheme or format, is added.
package struct Signalling: Hashable, Sendable {
    /// The key.
    package var keyID: UUID
    /// The key system: `identity`, `fairplay`, ...
    package let system: String
    /// The method, as options name it: `aes-128`, `sample-aes`, ...
    package let method: String
    /// How the media are encrypted, in the words of key servers: `cbcs` and `cenc` in fragmented MP4, `cbc-ts` for Apple's
    /// sample encryption in transport streams and packed audio; nil for whole segments, and where nobody said.
    package let scheme: String?
    /// The URI as written in the playlist, opaque.
    package let keyURI: String
    /// The KEYFORMAT attribute, if there is one.
    package let keyFormat: String?
    /// The KEYFORMATVERSIONS attribute, if there is one.
    package let keyFormatVersions: String?
    /// What clients may send for this URI.
    package var assetIDs: [AssetIDRecord]
    /// Name of the onboarding template that made the URI.
    package let template: String?
    /// Absolute path of the tree that the playlist belongs to.
    package let tree: String
    /// When it was recorded, in whole seconds once stored.
    package let createdAt: Date

    /// A signalling that is about to be written.
    package init(
        keyID: UUID,
        system: String,
        method: String,
        scheme: String? = nil,
        keyURI: String,
        keyFormat: String? = nil,
        keyFormatVersions: String? = nil,
        assetIDs: [AssetIDRecord] = [],
        template: String? = nil,
        tree: String,
        createdAt: Date = Date()
    ) {
        self.keyID = keyID
        self.system = system
        self.method = method
        self.scheme = scheme
        self.keyURI = keyURI
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
        self.assetIDs = assetIDs
        self.template = template
        self.tree = tree
        self.createdAt = createdAt
    }
}
