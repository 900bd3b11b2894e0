import FoundationEssentials
import HLSPlaylists
import Presentations
import ProtectionTerms

/// The changes of the key lines of a tree.
struct KeyURIPlan {
    /// A key line to be added.
    struct Addition {
        /// The line after which the new line is inserted.
        let line: Int
        let key: EncryptionKey
    }

    /// A key with its new URI.
    struct NamedKey: Hashable {
        /// The id of the key, or nil if no key store is used.
        let keyID: UUID?
        /// The key as its line describes it, without IV.
        let key: EncryptionKey
    }

    /// The new URIs, by playlist and line, including those of lines that have them already.
    var replacements: [TreePath: [Int: String]] = [:]
    /// The new lines, by playlist, in order.
    var additions: [TreePath: [Addition]] = [:]
    /// The `KEYFORMATVERSIONS` of lines with new URIs, or nil if the attribute stays.
    ///
    /// It does not apply to lines of the identity key format and of key systems whose URIs contain documents.
    var keyFormatVersions: String?
    /// The keys with new URIs, each once for each key system.
    var namedKeys: Set<NamedKey> = []
    /// The warnings for the user, each once.
    private(set) var warnings: [String] = []

    /// Adds a warning, unless it is there already.
    mutating func warn(_ text: String) {
        if !warnings.contains(text) { warnings.append(text) }
    }

    /// Returns a key line with the planned `KEYFORMATVERSIONS`.
    func withPlannedVersions(_ key: EncryptionKey) -> EncryptionKey {
        guard let keyFormatVersions, key.system.hasTemplateURIs, key.system != .identity else { return key }
        var versioned = key
        versioned.keyFormatVersions = keyFormatVersions
        return versioned
    }

    /// Adds a key and its new URI to `namedKeys`.
    mutating func addNamedKey(_ key: EncryptionKey, uri: String, keyID: UUID?) {
        var namedKey = key
        namedKey.uri = uri
        namedKey.iv = nil
        namedKeys.insert(NamedKey(keyID: keyID, key: namedKey))
    }
}
