import FoundationEssentials
import HLSPlaylists
import Presentations
import ProtectionTerms

/// Which key lines of a tree change, and how.
struct KeyURIPlan {
    /// A new line.
    struct Addition {
        /// The line after which it stands.
        let line: Int
        /// Its key.
        let key: EncryptionKey
    }

    /// A key under its new name.
    struct Name: Hashable {
        /// The id of the key; nil when the store was not asked.
        let keyID: UUID?
        /// The line, without its IV.
        let key: EncryptionKey
    }

    /// The new URIs by playlist and line; also of lines that have them already.
    var replacements: [TreePath: [Int: String]] = [:]
    /// The new lines by playlist, in order.
    var additions: [TreePath: [Addition]] = [:]
    /// `KEYFORMATVERSIONS` of lines with new URIs, but those of identity and of systems with documents; nil for what they say.
    var keyFormatVersions: String?
    /// All keys with new URIs, each once in each system.
    var names: Set<Name> = []
    /// What the user should know and need not act on, each once.
    private(set) var warnings: [String] = []

    /// Adds a warning that is not there yet.
    mutating func warn(_ text: String) {
        if !warnings.contains(text) { warnings.append(text) }
    }

    /// A key line with the planned `KEYFORMATVERSIONS`.
    func versioned(_ key: EncryptionKey) -> EncryptionKey {
        guard let keyFormatVersions, key.system.hasTemplateURIs, key.system != .identity else { return key }
        var versioned = key
        versioned.keyFormatVersions = keyFormatVersions
        return versioned
    }

    /// Notes that a key has a URI.
    mutating func name(_ key: EncryptionKey, uri: String, keyID: UUID?) {
        var named = key
        named.uri = uri
        named.iv = nil
        names.insert(Name(keyID: keyID, key: named))
    }
}
