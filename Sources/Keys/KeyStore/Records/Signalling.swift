package import FoundationEssentials

/// An asset id that a client may send to a license server for a key URI.
package struct AssetIDRecord: Hashable, Sendable, Codable {
    /// The id as text.
    package let id: String
    /// The bytes of the id, in lowercase hexadecimal digits.
    package let hex: String
    /// The name of the rule that derives the id from the key URI.
    package let rule: String

    /// Creates an asset id from the result of a rule.
    package init(id: String, hex: String, rule: String) {
        self.id = id
        self.hex = hex
        self.rule = rule
    }
}

/// The signalling of a key in one tree of playlists: its key URI and the attributes around it.
///
/// Append-only. An entry that repeats an earlier one for the same tree, except for template and time, is not
/// added; one with new asset ids, or with another scheme or format, is.
package struct Signalling: Hashable, Sendable {
    /// The id of the key.
    package var keyID: UUID
    /// The key system: `identity`, `fairplay`, ...
    package let system: String
    /// The method, as options name it: `aes-128`, `sample-aes`, ...
    package let method: String
    /// The scheme of encryption in the terms of license servers, or nil for whole segments and if it is
    /// unknown.
    ///
    /// `cbcs` and `cenc` in fragmented MP4, `cbc-ts` for Apple's sample encryption in transport streams and
    /// packed audio.
    package let scheme: String?
    /// The key URI as written in the playlist, an opaque string.
    package let keyURI: String
    /// The KEYFORMAT attribute, or nil if there is none.
    package let keyFormat: String?
    /// The KEYFORMATVERSIONS attribute, or nil if there is none.
    package let keyFormatVersions: String?
    /// The asset ids that clients may send for this URI.
    package var assetIDs: [AssetIDRecord]
    /// The name of the onboarding template that rendered the URI, or nil if none did.
    package let template: String?
    /// The absolute path of the tree that the playlist belongs to.
    package let tree: String
    /// The time of recording, in whole seconds once stored.
    let createdAt: Date

    /// Creates an entry that is not stored yet.
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
