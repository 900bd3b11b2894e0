package import Ciphers
package import FoundationEssentials
package import KeyStore
package import ProtectionTerms
import TextFormats

/// A key in an exported file: the data that a license server gets from the file, and no more.
package struct ExportedKey: Sendable {
    /// A key URI of the key.
    package struct Signal: Hashable, Sendable {
        /// The name of the key system in records, such as `fairplay`.
        let system: String
        /// The method as an option value, such as `sample-aes`.
        let method: String
        /// The URI as written in playlists.
        package let keyURI: String
    }

    /// The location for messages: the file with the line or the element.
    package let location: String
    package let contentID: String?
    package let track: String?
    let period: Int?
    let generation: Int?
    package let keyID: UUID?
    /// The content key, or nil for a revoked key.
    package let key: ContentKey?
    package let iv: InitializationVector?
    package let state: KeyState
    package let terms: KeyPolicyTerms
    package let signals: [Signal]
    /// The asset ids by which the file lists the key.
    let assetIDs: [ExportedAssetID]

    init(_ row: ImportRow) {
        location = row.location
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
        // If the format lists keys by names, these are the only asset ids.
        let listedIDs = row.listedAssetIDs.map { ExportedAssetID(bytes: Array($0.utf8), rule: nil) }
        let records = row.signals.flatMap(\.assetIDs) + row.assetIDsWithoutURI
        assetIDs = listedIDs.isEmpty ? records.map { ExportedAssetID($0) } : listedIDs
    }

    /// The title, track, period and generation that the file states, for messages, or the location if it
    /// states none.
    package var description: String {
        let parts = [
            contentID.map { "title \($0)" }, track.map { "track \($0)" }, period.map { "period \($0)" },
            generation.map { "generation \($0)" },
        ]
        .compactMap(\.self)
        return parts.isEmpty ? location : parts.joined(separator: ", ")
    }
}

/// An asset id in an exported file.
struct ExportedAssetID: Hashable, Sendable {
    /// The bytes of the asset id, which license servers compare.
    let bytes: [UInt8]
    /// The rule that extracts it from the key URI, or nil if the file does not state it.
    let rule: String?

    init(bytes: [UInt8], rule: String?) {
        self.bytes = bytes
        self.rule = rule
    }

    /// Creates the asset id of a record, whose digits were checked when it was read.
    init(_ record: AssetIDRecord) {
        self.init(bytes: Hexadecimal.decode(record.hex) ?? Array(record.id.utf8), rule: record.rule)
    }
}
