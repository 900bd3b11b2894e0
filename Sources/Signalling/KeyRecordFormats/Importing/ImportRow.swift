import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// The data about a key in one row, line or object of a file; several of them may describe the same key.
struct ImportRow: LocatedInput {
    let location: String
    var contentID: String?
    var track: String?
    var period: Int?
    var generation: Int?
    var keyID: UUID?
    var key: ContentKey?
    var iv: InitializationVector?
    var state = KeyState.active
    var terms = KeyPolicyTerms()
    /// The protection scheme of the media, which also applies to a URI given with `--key-uri`.
    var scheme: String?
    var signals: [ImportedSignal] = []
    var lines: [SuppliedLines] = []
    /// The asset ids by which the file itself lists the key, for a format that has no rules of asset ids.
    var listedAssetIDs: [String] = []
    /// The asset ids of a row without a key URI, which a store cannot record but by which a license server
    /// finds the key.
    var assetIDsWithoutURI: [AssetIDRecord] = []
    /// The parts of the row that are not imported, as warnings.
    var warnings: [String] = []

    init(location: String) {
        self.location = location
    }
}

/// The signalling of a key, without the key id and the tree.
struct ImportedSignal: Hashable {
    var system: String
    var method: String
    var scheme: String?
    var keyURI: String
    var keyFormat: String?
    var keyFormatVersions: String?
    var assetIDs: [AssetIDRecord] = []
    var template: String?

    func signalling(keyID: UUID, tree: String) -> Signalling {
        Signalling(
            keyID: keyID,
            system: system,
            method: method,
            scheme: scheme,
            keyURI: keyURI,
            keyFormat: keyFormat,
            keyFormatVersions: keyFormatVersions,
            assetIDs: assetIDs,
            template: template,
            tree: tree
        )
    }

    /// Indicates whether both have the same values apart from asset ids.
    func isSame(as other: ImportedSignal) -> Bool {
        // Compares bytes, because strings that are equal to Swift (canonically equivalent) may be different
        // URIs.
        let mine = [system, method, scheme, keyURI, keyFormat, keyFormatVersions, template]
        let theirs = [
            other.system, other.method, other.scheme, other.keyURI, other.keyFormat, other.keyFormatVersions,
            other.template,
        ]
        return zip(mine, theirs).allSatisfy { $0.map { Array($0.utf8) } == $1.map { Array($0.utf8) } }
    }
}
