package import Ciphers
package import FoundationEssentials
package import KeyStore
package import ProtectionTerms

/// A key as an exported file has it: what a key server that was given the file knows of it, and no more.
package struct ExportedKey: Sendable {
    /// A key URI of the key.
    package struct Signal: Hashable, Sendable {
        /// The key system by its name in records, such as `fairplay`.
        package let system: String
        /// The method, as options name it.
        package let method: String
        /// The URI as written in playlists.
        package let keyURI: String
    }

    /// The file and the line, or the element.
    package let place: String
    package let contentID: String?
    package let track: String?
    package let period: Int?
    package let generation: Int?
    package let keyID: UUID?
    /// The content key; nil of a revoked one.
    package let key: ContentKey?
    package let iv: InitializationVector?
    package let state: KeyState
    package let terms: KeyPolicyTerms
    package let signals: [Signal]
    /// The asset ids under which the file has the key.
    package let assetIDs: [ExportedAssetID]

    init(_ row: ImportRow) {
        place = row.place
        contentID = row.contentID
        track = row.track
        period = row.period
        generation = row.generation
        keyID = row.keyID
        key = row.key
        iv = row.iv
        state = row.state
        terms = row.terms
        signals = row.signals.map { Signal(system: $0.system, method: $0.method, keyURI: $0.keyURI) }
        // Of a format that is looked up by names, these alone count.
        let named = row.assetIDNames.map { ExportedAssetID(bytes: Array($0.utf8), rule: nil) }
        let records = row.signals.flatMap(\.assetIDs) + row.looseAssetIDs
        assetIDs = named.isEmpty ? records.map { ExportedAssetID($0) } : named
    }

    /// Its title, track, period and generation as far as the file says them, for messages.
    package var words: String {
        let parts = [
            contentID.map { "title \($0)" }, track.map { "track \($0)" }, period.map { "period \($0)" },
            generation.map { "generation \($0)" },
        ]
        .compactMap(\.self)
        return parts.isEmpty ? place : parts.joined(separator: ", ")
    }
}
