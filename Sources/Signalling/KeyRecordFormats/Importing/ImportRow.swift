import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// What one row, line or object of a file says of a key; several may speak of one key.
struct ImportRow {
    /// The file and the line, or the element.
    let place: String
    var contentID: String?
    var track: String?
    var period: Int?
    var generation: Int?
    var keyID: UUID?
    var key: ContentKey?
    var iv: InitializationVector?
    var state = KeyState.active
    var terms = KeyPolicyTerms()
    /// How media are encrypted with it, for a URI that is given without more.
    var scheme: String?
    var signals: [ImportedSignal] = []
    var lines: [SuppliedLines] = []
    /// Names under which the file itself has the key, of a format that is looked up by asset id and has no rules.
    var assetIDNames: [String] = []
    /// Asset ids of a row without key URI, which no store takes and a key server finds keys by.
    var looseAssetIDs: [AssetIDRecord] = []
    /// What of it is not taken, in words.
    var notes: [String] = []

    init(place: String) {
        self.place = place
    }

    func error(_ reason: String) -> KeyStoreError { .malformedDocument(place: place, reason: reason) }
}

/// How a key is signalled, without the key and the tree.
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

    /// Whether both are one way of signalling, apart from its asset ids.
    func isSame(as other: ImportedSignal) -> Bool {
        // By bytes: texts that look alike are not the same URI.
        let mine = [system, method, scheme, keyURI, keyFormat, keyFormatVersions, template]
        let theirs = [
            other.system, other.method, other.scheme, other.keyURI, other.keyFormat, other.keyFormatVersions,
            other.template,
        ]
        return zip(mine, theirs).allSatisfy { $0.map { Array($0.utf8) } == $1.map { Array($0.utf8) } }
    }
}
